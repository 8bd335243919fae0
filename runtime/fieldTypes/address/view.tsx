import type { WidgetProps } from '@rjsf/utils';
import { Input } from 'antd';
import { pickText } from '../../core/text/pickText.ts';
import { useLang } from '../../kit/i18n/index.ts';
import { baseProps } from '../../kit/parts/controlProps.ts';
import type { FieldView } from '../views.ts';
import { type Address, type AddressPart, PARTS } from './address.ts';
import './address.css';

const NAMES = Object.keys(PARTS) as AddressPart[];

/** Returns the value with one part changed. Undefined if no part is left. */
function changePart(address: Address, part: AddressPart, text: string): Address | undefined {
  const { [part]: _, ...others } = address;
  const next = text === '' ? others : { ...others, [part]: text };
  return Object.keys(next).length > 0 ? next : undefined;
}

function AddressControl(props: WidgetProps) {
  const lang = useLang();
  const { id, ...base } = baseProps(props);
  const address = (props.value as Address | undefined) ?? {};
  return (
    <fieldset className="wd-address" id={id} aria-label={props.label}>
      {NAMES.map((part) => (
        <div key={part} data-part={part}>
          <label htmlFor={`${id}__${part}`}>{pickText(PARTS[part].title, lang)}</label>
          <Input
            {...base}
            id={`${id}__${part}`}
            value={address[part] ?? ''}
            maxLength={PARTS[part].maxLength}
            onChange={(event) => props.onChange(changePart(address, part, event.target.value))}
          />
        </div>
      ))}
    </fieldset>
  );
}

export const view: FieldView = { Control: AddressControl };
