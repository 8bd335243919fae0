import type { WidgetProps } from '@rjsf/utils';
import { Input } from 'antd';
import { baseProps } from '../../kit/parts/controlProps.ts';

const ROWS = { minRows: 3, maxRows: 12 };

export function TextareaControl(props: WidgetProps) {
  return (
    <Input.TextArea
      {...baseProps(props)}
      value={(props.value as string | undefined) ?? ''}
      autoSize={ROWS}
      maxLength={props.schema.maxLength}
      showCount={props.schema.maxLength !== undefined}
      onChange={(event) => props.onChange(event.target.value || undefined)}
    />
  );
}
