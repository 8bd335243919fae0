import type { WidgetProps } from '@rjsf/utils';
import { InputNumber } from 'antd';
import { baseProps } from '../../../kit/parts/controlProps.ts';

/** A number control. Leaving the field limits the number to its range (V054: font sizes 1 to 100). */
export function NumberControl(props: WidgetProps) {
  const { schema, options } = props;
  const decimals = schema.type === 'integer' ? 0 : (options.decimals as number | undefined);
  return (
    <InputNumber<number>
      {...baseProps(props)}
      className="wd-control-number"
      value={(props.value as number | undefined) ?? null}
      min={schema.minimum}
      max={schema.maximum}
      step={schema.multipleOf ?? 1}
      precision={decimals}
      suffix={options.unit ? <span className="wd-unit">{String(options.unit)}</span> : undefined}
      onChange={(value) => props.onChange(value ?? undefined)}
    />
  );
}

/** Edits a percentage: 45 is shown as 45%. */
export function PercentControl(props: WidgetProps) {
  return <NumberControl {...props} options={{ ...props.options, unit: '%' }} />;
}
