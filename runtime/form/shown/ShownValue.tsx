import { useContext } from 'react';
import { Link } from 'react-router';
import type { Field } from '../../../generated/definition.ts';
import { EMPTY_VALUE } from '../../core/numbers/format.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { findShown } from '../../fieldTypes/views.ts';
import { useLang } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import { fieldOptions, findOption } from '../values/options.ts';
import { useRefLabels } from '../values/refs.ts';
import { refTarget } from '../values/refTarget.ts';
import { useDictionaries } from '../values/useDictionaries.ts';
import { valueText } from '../values/valueText.ts';
import { RefLinkContext } from './refLink.ts';
import { StateTag } from './StateTag.tsx';

const RegionName = later(
  () => import('./RegionName.tsx'),
  ({ value }) => value,
);
const PermissionsShown = later(() => import('../rights/PermissionsShown.tsx'));
const FieldRulesShown = later(() => import('../rights/FieldRulesShown.tsx'));

/** Returns whether list entries are rendered one by one instead of as text. */
const isDrawn = (field: Field): boolean => fieldTypeOf(field).isFile === true || field['x-ref'] !== undefined;

interface Props {
  field: Field;
  value: unknown;
}

/** Shows a single value. A time has its zone. Text is always plain, so markup is not interpreted. */
export function ShownValue({ field, value }: Props) {
  const lang = useLang();
  const dictionaries = useDictionaries();
  if (value === null || value === undefined || value === '')
    return <span className="wd-empty-value">{EMPTY_VALUE}</span>;
  if (Array.isArray(value) && value.length > 0) {
    if (field['x-control'] === 'permissions') return <PermissionsShown value={value as string[]} />;
    if (field['x-control'] === 'fieldRules')
      return <FieldRulesShown value={value as Parameters<typeof FieldRulesShown>[0]['value']} />;
  }
  if (field['x-ref'] && !Array.isArray(value))
    return <RefName field={field} value={value as string | number} />;
  const Shown = findShown(field);
  if (Shown) return <Shown field={field} value={value} />;
  if (field['x-control'] === 'region') return <RegionName value={String(value)} lang={lang} />;
  if (Array.isArray(value) && field.items && field.items.type !== 'object' && isDrawn(field.items))
    return (
      <ul className="wd-shown-list">
        {value.map((item: unknown) => (
          <li key={String(item)}>
            <ShownValue field={{ ...field.items, title: field.title }} value={item} />
          </li>
        ))}
      </ul>
    );
  const options = fieldOptions(field, dictionaries, lang);
  if (options && !Array.isArray(value)) return <StateTag option={findOption(options, value)} />;
  return <span className="wd-figures">{valueText(field, value, dictionaries, lang)}</span>;
}

function RefName({ field, value }: { field: Field; value: string | number }) {
  const target = refTarget(field)!;
  const label = useRefLabels(target, [value]).get(value) ?? String(value);
  const address = useContext(RefLinkContext)?.(target, value);
  return address ? <Link to={address}>{label}</Link> : label;
}
