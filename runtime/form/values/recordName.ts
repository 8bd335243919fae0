import type { EntityDefinition } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { nearLang } from '../../core/text/lang.ts';
import { currentLang } from '../../kit/i18n/lang.ts';
import { valueText } from './valueText.ts';

type Labels = Pick<EntityDefinition, 'label' | 'labelEn' | 'schema'>;

/** Returns the name of a record in the displayed language. Undefined if it has none. */
export function recordName(
  { label, labelEn, schema }: Labels,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const english = labelEn && nearLang(currentLang()) === 'en' ? record[labelEn] : null;
  const name = english || record[label];
  if (name === null || name === undefined || name === '') return undefined;
  const field = schema.properties?.[label];
  return field ? valueText(field, name, dictionaries, currentLang()) : String(name);
}

/** Returns the name of a record for sentences. */
export function labelOfRecord(
  entity: Labels,
  record: Readonly<Record<string, unknown>> & { id: number },
): string {
  return recordName(entity, record) ?? String(record.id);
}
