import type { Field } from '../../../generated/definition.ts';
import { dictionaries } from '../../../generated/dictionaries.ts';
import { EMPTY_VALUE } from '../../core/format.ts';
import { useLang } from '../../i18n/index.ts';
import { Icon } from '../../theme/Icon.tsx';
import { field_options, option_find } from '../options.ts';
import { useRefLabels } from '../refs.ts';
import { StateTag } from './StateTag.tsx';
import { value_text } from './valueText.ts';

interface Props {
  field: Field;
  value: unknown;
}

/** A value that is looked at. Text is always text: markup in it shows as written. */
export function ShownValue({ field, value }: Props) {
  const lang = useLang();
  if (value === null || value === undefined || value === '')
    return <span className="wd-empty-value">{EMPTY_VALUE}</span>;
  if (field['x-ref'] && !Array.isArray(value))
    return <RefName field={field} value={value as string | number} />;
  if (field.format === 'color') {
    const color = String(value);
    return (
      <span className="wd-shown-color">
        <span className="wd-swatch" style={{ background: color }} />
        {color}
      </span>
    );
  }
  if (field.format === 'icon') return <Icon name={String(value)} label={String(value)} />;
  if (field.format === 'image')
    return <img className="wd-shown-image" src={String(value)} alt={field.title?.[lang] ?? ''} />;
  const options = field_options(field, dictionaries, lang);
  if (options && !Array.isArray(value)) return <StateTag option={option_find(options, value)} />;
  return <span className="wd-figures">{value_text(field, value, dictionaries, lang)}</span>;
}

function RefName({ field, value }: { field: Field; value: string | number }) {
  const target = { entity: field['x-ref']!, key: field['x-refKey'] ?? 'id' };
  return useRefLabels(target, [value]).get(value) ?? String(value);
}
