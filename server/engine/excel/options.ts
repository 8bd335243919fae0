/** Returns the fields of an entity with the options from the tenant's dictionaries. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import type { Trx } from '../../platform/db/index.ts';
import { readEditedDictionaries } from '../dictionary/entries.ts';
import { fieldsOf } from '../entities/columns.ts';

export type Fields = Readonly<Record<string, Field>>;

export async function readFields(trx: Trx, tenantId: number, entity: EntityDefinition): Promise<Fields> {
  const fields = Object.entries(fieldsOf(entity));
  const names = fields.flatMap(([, field]) => [field['x-dictionary'], field.items?.['x-dictionary']]);
  const edited = await readEditedDictionaries(
    trx,
    tenantId,
    names.filter((name) => name !== undefined),
  );
  const shownField = (field: Field): Field => {
    const entries = edited.get(field['x-dictionary'] ?? '')?.entries;
    return {
      ...field,
      ...(entries && !field['x-options'] && { 'x-options': [...entries] }),
      ...(field.items && { items: shownField(field.items) }),
    };
  };
  return Object.fromEntries(fields.map(([name, field]) => [name, shownField(field)]));
}
