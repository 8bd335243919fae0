/** A stored value as a person reads it: the same in lists, details and read-only forms. */
import type { Field } from '../../../generated/definition.ts';
import {
  EMPTY_VALUE,
  formatDuration,
  formatMoment,
  formatMoney,
  formatQuantity,
  type Lang,
} from '../../core/format.ts';
import { placeText } from '../../kit/map/place.ts';
import { fileName } from '../values/fileValue.ts';
import { currencyLabel, type Dictionaries, fieldOptions, findOption } from '../values/options.ts';

const DEGREES = '°';
const YES_NO = { zh: ['是', '否'], en: ['Yes', 'No'] } as const;

export function isNumeric(field: Field): boolean {
  if (field['x-ref'] || field['x-dictionary'] || field['x-options']) return false;
  return field.type === 'number' || field.type === 'integer' || field.format === 'money';
}

export function valueText(field: Field, value: unknown, dictionaries: Dictionaries, lang: Lang): string {
  if (value === null || value === undefined || value === '') return EMPTY_VALUE;
  if (field['x-control'] === 'map' && typeof value === 'object') return placeText(value);
  if (field['x-control'] === 'json') return JSON.stringify(value);
  if (Array.isArray(value)) return listText(field, value, dictionaries, lang);
  const options = fieldOptions(field, dictionaries, lang);
  if (options) return findOption(options, value).label;
  if (typeof value === 'boolean') return YES_NO[lang][value ? 0 : 1];
  if (field.format === 'money')
    return formatMoney(value as string | number, currencyShown(field, dictionaries, lang));
  if (field.format === 'date' || field.format === 'date-time') return formatMoment(String(value));
  if (typeof value === 'object') return objectText(field, value, dictionaries, lang);
  if (field.format === 'file') return fileName(String(value));
  if (field.format === 'html') return htmlText(String(value));
  if (!isNumeric(field)) return String(value);
  if (field.format === 'duration') return formatDuration(Number(value), lang);
  const unit = field['x-unit'] ?? (field.format === 'percent' ? '%' : undefined);
  // Of a place nobody has measured the zeros at its end.
  const decimals = unit === DEGREES ? undefined : field['x-decimals'];
  return formatQuantity(value as string | number, unit, { decimals });
}

/** Without the record around it nothing is known of the currency that it names, and none is better than a wrong one. */
const currencyShown = (field: Field, dictionaries: Dictionaries, lang: Lang): string =>
  field['x-unit'] ?? (field['x-currency'] === undefined ? currencyLabel(dictionaries, lang) : '');

function listText(field: Field, values: unknown[], dictionaries: Dictionaries, lang: Lang): string {
  if (values.length === 0) return EMPTY_VALUE;
  const item: Field = { ...field.items, 'x-options': field['x-options'] ?? field.items?.['x-options'] };
  const separator = field['x-control'] === 'deviceVariable' ? ' / ' : lang === 'zh' ? '、' : ', ';
  return values.map((value) => valueText(item, value, dictionaries, lang)).join(separator);
}

/** The parts with their titles: one line of a table, or of an address. */
function objectText(field: Field, value: object, dictionaries: Dictionaries, lang: Lang): string {
  const parts = Object.entries(value as Record<string, unknown>).filter(
    ([, part]) => part !== null && part !== undefined,
  );
  const colon = lang === 'zh' ? '：' : ': ';
  return parts
    .map(([name, part]) => {
      const child = field.properties?.[name] ?? {};
      return `${child.title?.[lang] ?? name}${colon}${valueText(child, part, dictionaries, lang)}`;
    })
    .join(lang === 'zh' ? '，' : ', ');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Only the words of formatted text; they are shown as text, so that nothing in them can act. */
export function htmlText(html: string): string {
  return html
    .replace(/<\/(p|li|h\d|blockquote)>|<br\s*\/?>/gi, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name]!)
    .replace(/\s+/g, ' ')
    .trim();
}
