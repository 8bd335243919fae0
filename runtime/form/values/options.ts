/** The options of a field, in the user's language. */

import type { DictionaryDefinition, Field, Option } from '../../../generated/definition.ts';
import { CURRENCY_LABEL } from '../../core/numbers/format.ts';
import type { Lang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';

export type Dictionaries = Readonly<Record<string, DictionaryDefinition>>;

export interface FieldOption {
  value: string | number | boolean;
  label: string;
  color?: Option['color'];
  icon?: string;
  disabled: boolean;
  /** Offered only while another field of the object has this value, such as the industry of a sub-industry. */
  parent?: string;
}

/** Returns the options of a field, or those of the items of a list field. Null without a fixed list. */
export function fieldOptions(field: Field, dictionaries: Dictionaries, lang: Lang): FieldOption[] | null {
  const source = field.type === 'array' && field.items ? field.items : field;
  const entries =
    source['x-options'] ?? (source['x-dictionary'] && dictionaries[source['x-dictionary']]?.entries);
  if (entries) return entries.map((entry) => buildOption(entry, lang));
  if (!source.enum) return null;
  return source.enum.map((value) => ({
    value: value as FieldOption['value'],
    label: typeof value === 'object' ? JSON.stringify(value) : String(value),
    disabled: false,
  }));
}

function buildOption({ value, title, color, icon, parent, disabled }: Option, lang: Lang): FieldOption {
  return { value, label: pickText(title, lang), color, icon, parent, disabled: disabled === true };
}

/** Returns the option of a stored value. A value outside the list is its own label. */
export function findOption(options: FieldOption[], value: unknown): FieldOption {
  return (
    options.find((option) => option.value === value) ?? {
      value: String(value),
      label: String(value),
      disabled: false,
    }
  );
}

/** Decision 43: returns the prefix of an amount. It is the first entry of an editable dictionary. */
export function currencyLabel(dictionaries: Dictionaries, lang: Lang): string {
  const entry = dictionaries.currency?.entries.find(({ disabled }) => !disabled);
  return pickText(entry?.title, lang) ?? CURRENCY_LABEL;
}
