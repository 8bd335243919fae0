import type { WidgetProps } from '@rjsf/utils';
import { Input } from 'antd';
import { baseProps } from '../../kit/parts/controlProps.ts';

export function PasswordControl(props: WidgetProps) {
  return (
    <Input.Password
      {...baseProps(props)}
      value={(props.value as string | undefined) ?? ''}
      autoComplete={String(props.options.autocomplete ?? 'new-password')}
      onChange={(event) => props.onChange(event.target.value || undefined)}
    />
  );
}
