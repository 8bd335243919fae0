/** Builds the heading of a list that is rendered as a table: its columns with their units. */
import type { Field } from '../../../generated/definition.ts';
import { isAmount } from '../../core/numbers/money.ts';
import type { ObjectValues } from '../../core/rules/refWhere.ts';
import type { Lang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { isNumeric } from '../../fieldTypes/valueText.ts';
import { currencyOf } from '../values/currency.ts';
import type { Dictionaries } from '../values/options.ts';

export interface TableColumn {
  name: string;
  title: string;
  required: boolean;
  /** The field, if its values are numbers. */
  figure?: Field;
  /** The field, if a sum is shown below the rows. */
  sum?: Field;
}

export interface Heading {
  columns: TableColumn[];
  /** Fields with the currency in the heading, so that rows do not repeat the currency. */
  headed: ReadonlySet<string>;
}

interface HeadingInput {
  lang: Lang;
  dictionaries: Dictionaries;
  readOnly: boolean;
  /** The objects that contain the rows. They may contain the currency. */
  around: readonly ObjectValues[];
  isShown: (name: string, field: Field) => boolean;
}

/** Returns whether a column has a sum. Amounts have a sum, unit prices do not. */
const isSummed = (field: Field): boolean => field['x-computed'] !== undefined && isAmount(field);

/**
 * Returns the currencies of the amounts in a table, by field. All rows use the currency of the record that contains
 * them.
 */
function headedUnits(items: Field, { around, dictionaries, lang }: HeadingInput): Map<string, string> {
  const units = new Map<string, string>();
  for (const [name, field] of Object.entries(items.properties ?? {})) {
    const isOwn = items.properties?.[field['x-currency'] ?? ''] !== undefined;
    if (!fieldTypeOf(field).hasCurrency || isOwn) continue;
    const unit = currencyOf(field, around, dictionaries, lang);
    if (unit !== '') units.set(name, unit);
  }
  return units;
}

export function buildHeading(items: Field, input: HeadingInput): Heading {
  const { lang, readOnly, isShown } = input;
  const units = headedUnits(items, input);
  const columns = Object.entries(items.properties ?? {})
    .filter(([name, field]) => isShown(name, field))
    .map(([name, field]) => ({
      name,
      title: `${pickText(field.title, lang) ?? name}${units.has(name) ? ` (${units.get(name)})` : ''}`,
      required: !readOnly && items.required?.includes(name) === true,
      ...(isNumeric(field) ? { figure: field } : {}),
      ...(isSummed(field) ? { sum: field } : {}),
    }));
  return { columns, headed: new Set(units.keys()) };
}
