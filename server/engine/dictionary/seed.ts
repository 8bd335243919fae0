import { sql } from 'kysely';
import type { DictionaryDefinition } from '../../../generated/definition.ts';
import { dictionaryRegistry } from '../../../runtime/core/definitions/dictionaries.ts';
import type { Trx } from '../../platform/db/index.ts';

const SORT_STEP = 10;

/**
 * Stores the built-in entries of editable dictionaries as rows of a tenant. Rows that users have not edited are
 * updated to the definitions. Renamed, sorted or disabled entries are unchanged.
 */
export async function seedDictionaries(trx: Trx, tenantId: number): Promise<void> {
  const editable = dictionaryRegistry.all().filter((dictionary) => dictionary.editable);
  if (editable.length > 0) await seedStatement(trx, tenantId, editable).execute();
}

/** Returns the statement that stores the built-in entries of these dictionaries for a tenant. */
export function seedStatement(trx: Trx, tenantId: number, editable: readonly DictionaryDefinition[]) {
  const rows = editable.flatMap(({ name, entries }) =>
    entries.map(({ value, title, parent, color, icon }, place) => ({
      tenantId,
      type: name,
      value: String(value),
      titleZh: title.zh,
      titleEn: title.en,
      parent: parent ?? null,
      color: color ?? null,
      icon: icon ?? null,
      sort: (place + 1) * SORT_STEP,
      disabled: false,
      builtIn: true,
    })),
  );
  return trx
    .insertInto('dict')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'type', 'value'])
        .doUpdateSet((eb) => ({
          titleZh: eb.ref('excluded.titleZh'),
          titleEn: eb.ref('excluded.titleEn'),
          parent: eb.ref('excluded.parent'),
          color: eb.ref('excluded.color'),
          icon: eb.ref('excluded.icon'),
          sort: eb.ref('excluded.sort'),
          builtIn: true,
        }))
        .where(sql<boolean>`dict.version = 1 and dict.built_in`),
    );
}

/** Runs at every start, because a new version of the platform may have more entries. */
export async function followDictionaries(trx: Trx): Promise<void> {
  const tenants = await trx.selectFrom('tenant').select('id').orderBy('id').execute();
  for (const { id } of tenants) await seedDictionaries(trx, id);
}
