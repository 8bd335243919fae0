import type { EntityDefinition } from '../../../generated/definition.ts';
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { pickText } from '../../core/text/pickText.ts';
import { valueText } from '../../form/values/valueText.ts';
import { useLang } from '../../kit/i18n/index.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';
import { useRefNames } from '../cell/useRefNames.ts';

export interface FieldText {
  title: string;
  text: string;
}

/** Returns fields of a record as text. Empty fields are omitted. */
export function useFieldTexts(
  entity: EntityDefinition,
  fields: readonly string[],
  records: readonly ListRecord[],
): (record: ListRecord) => FieldText[] {
  const lang = useLang();
  const names = useRefNames(entity, fields, records);
  return (record) =>
    fields.flatMap((name) => {
      const value = record[name];
      if (value === null || value === undefined || value === '') return [];
      const field = listField(entity, name);
      const text =
        names.get(name)?.get(value as string | number) ?? valueText(field, value, dictionaries, lang);
      return { title: pickText(field.title, lang) ?? name, text };
    });
}
