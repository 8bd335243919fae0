import type { WidgetProps } from '@rjsf/utils';
import { Input } from 'antd';
import type { Field } from '../../../generated/definition.ts';
import { pickText } from '../../core/text/pickText.ts';
import { useLang } from '../i18n/index.ts';
import { baseProps } from './controlProps.ts';
import './partsControl.css';

type Values = Readonly<Record<string, string>>;

/** Returns the value with one changed part. Undefined if all parts are empty. */
function changePart(value: Values, part: string, text: string): Values | undefined {
  const { [part]: _, ...others } = value;
  const next = text === '' ? others : { ...others, [part]: text };
  return Object.keys(next).length > 0 ? next : undefined;
}

/** Creates the control of a value with several text parts, such as an address. */
export function makePartsControl(kind: string, parts: Readonly<Record<string, Field>>) {
  return function PartsControl(props: WidgetProps) {
    const lang = useLang();
    const { id, ...base } = baseProps(props);
    const value = (props.value as Values | undefined) ?? {};
    return (
      <fieldset className={`wd-parts wd-${kind}`} id={id} aria-label={props.label}>
        {Object.entries(parts).map(([part, { title, maxLength }]) => (
          <div key={part} data-part={part}>
            <label htmlFor={`${id}__${part}`}>{pickText(title, lang)}</label>
            <Input
              {...base}
              id={`${id}__${part}`}
              value={value[part] ?? ''}
              maxLength={maxLength}
              onChange={(event) => props.onChange(changePart(value, part, event.target.value))}
            />
          </div>
        ))}
      </fieldset>
    );
  };
}
