import type { EntityDefinition, Field, Text } from '../../../generated/definition.ts';
import { dictionaryRegistry } from '../../../runtime/core/definitions/dictionaries.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { fillText } from '../../platform/errors/errors.ts';

/** Returns a value as readable text. Options are shown by their title. */
export function valueTitle(field: Field | undefined, value: unknown, lang: Lang): string {
  const options =
    field?.['x-options'] ?? dictionaryRegistry.get(field?.['x-dictionary'] ?? '')?.entries ?? [];
  const title = pickText(options.find((option) => option.value === value)?.title, lang);
  return title ?? (value === null || value === undefined ? '—' : String(value));
}

export function recordTitle(entity: EntityDefinition, record: Row): string {
  const value = record[entity.label];
  return value === null || value === undefined ? `#${record.id}` : String(value);
}

/** Fills the placeholders of a definition's text with values, in both languages. */
export function makeText(
  text: Text,
  fields: Readonly<Record<string, Field>>,
  record: Row,
  userName: string,
): Text {
  const values = (lang: Lang): Record<string, string> => ({
    userName,
    ...Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => !field.writeOnly && field['x-permission'] === undefined)
        .map(([name, field]) => [name, valueTitle(field, record[name], lang)]),
    ),
  });
  return { zh: fillText(text.zh, values('zh')), en: fillText(text.en, values('en')) };
}
