import type { WidgetProps } from '@rjsf/utils';
import { Slider } from 'antd';
import { baseProps, labelId } from '../../../kit/parts/controlProps.ts';

const PERCENT = 100;

export function SliderControl(props: WidgetProps) {
  const { status: _, ...base } = baseProps(props);
  const { minimum = 0, maximum = PERCENT, multipleOf = 1 } = props.schema;
  return (
    <Slider
      {...base}
      aria-labelledby={labelId(props.id)}
      value={(props.value as number | undefined) ?? minimum}
      min={minimum}
      max={maximum}
      step={multipleOf}
      onChange={(value: number) => props.onChange(value)}
    />
  );
}
