import type { WidgetProps } from '@rjsf/utils';
import { Input } from 'antd';
import type { InputProps } from 'antd/es/input';
import type { ChangeEvent } from 'react';
import { baseProps } from '../../kit/parts/controlProps.ts';

/** Makes a control for one line of text. The kind determines keyboard and autofill on phones. */
export function textControl(
  kind: Pick<InputProps, 'type' | 'inputMode' | 'autoComplete' | 'placeholder'> = {},
) {
  return function TextControl(props: WidgetProps) {
    return (
      <Input
        {...kind}
        {...baseProps(props)}
        placeholder={props.placeholder || kind.placeholder}
        value={(props.value as string | undefined) ?? ''}
        autoFocus={props.autofocus}
        suffix={
          props.options.unit ? <span className="wd-unit">{String(props.options.unit)}</span> : undefined
        }
        onChange={(event: ChangeEvent<HTMLInputElement>) => props.onChange(event.target.value || undefined)}
      />
    );
  };
}
