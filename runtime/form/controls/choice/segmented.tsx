import type { WidgetProps } from '@rjsf/utils';
import { Segmented } from 'antd';
import { baseProps, choices, labelId } from '../../../kit/parts/controlProps.ts';

/** Shows a few options side by side. Disabled options are visible. */
export function SegmentedControl(props: WidgetProps) {
  const { disabled, onBlur, ...base } = baseProps(props);
  const list = choices(props);
  return (
    <div className="wd-control-segmented">
      <Segmented<number>
        id={base.id}
        name={base.id}
        disabled={disabled}
        onBlur={onBlur}
        aria-labelledby={labelId(base.id)}
        aria-describedby={base['aria-describedby']}
        value={list.findIndex(({ value }) => value === props.value)}
        options={list.map(({ label, disabled: off }, index) => ({ value: index, label, disabled: off }))}
        onChange={(index) => props.onChange(list[index]?.value)}
      />
    </div>
  );
}
