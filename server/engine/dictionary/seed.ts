import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import { builtIn } from './entries.ts';

const SORT_STEP = 10;

/**
 * Stores the built-in entries of editable dictionaries as rows of a tenant. Rows that users have not edited are
 * updated to the definitions. Renamed, sorted or disabled entries are unchanged.
 */
export async function seedDictionaries(trx: Trx, tenantId: number): Promise<void> {
  const rows = Object.values(builtIn)
    .filter(({ editable }) => editable)
    .flatMap(({ name, entries }) =>
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
  if (rows.length === 0) return;
  await trx
    .insertInto('dict')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'type', 'value'])
        .doUpdateSet((eb) => ({
          titleZh: eb.ref('excluded.titleZh'),
          titleEn: eb.ref('excluded.titleEn'),
          parent: eb.ref('excluded.parent'),
          sort: eb.ref('excluded.sort'),
          builtIn: true,
        }))
        .where(sql<boolean>`dict.version = 1 and dict.built_in`),
    )
    .execute();
}

/** Runs at every start, because a new version of the platform may have more entries. */
export async function followDictionaries(trx: Trx): Promise<void> {
  const tenants = await trx.selectFrom('tenant').select('id').orderBy('id').execute();
  for (const { id } of tenants) await seedDictionaries(trx, id);
}
