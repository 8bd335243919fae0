import type { EntityDefinition } from '../../../generated/definition.ts';
import { currentLang } from '../../kit/i18n/lang.ts';

type Labels = Pick<EntityDefinition, 'label' | 'labelEn'>;

/** Returns how a record is called in the language on screen; undefined where it has no name. */
export function recordName(
  { label, labelEn }: Labels,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const english = labelEn && currentLang() === 'en' ? record[labelEn] : null;
  const name = english || record[label];
  return name === null || name === undefined || name === '' ? undefined : String(name);
}

/** Returns how a record is called in sentences. */
export function labelOfRecord(
  entity: Labels,
  record: Readonly<Record<string, unknown>> & { id: number },
): string {
  return recordName(entity, record) ?? String(record.id);
}
