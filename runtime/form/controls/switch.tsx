import type { WidgetProps } from '@rjsf/utils';
import { Switch } from 'antd';
import { baseProps, labelId } from '../../kit/parts/controlProps.ts';

export function SwitchControl(props: WidgetProps) {
  const { status: _, ...base } = baseProps(props);
  return (
    <div className="wd-control-switch">
      <Switch
        {...base}
        aria-labelledby={labelId(props.id)}
        checked={props.value === true}
        onChange={(checked) => props.onChange(checked)}
      />
    </div>
  );
}
