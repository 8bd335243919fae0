/**
 * Computes the roll-ups of all records after their definition is new or changed. A lock prevents concurrent writes of
 * child records.
 */
import { sql } from 'kysely';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { rollupsOf } from '../../../runtime/core/rules/rollups.ts';
import type { Database } from '../../platform/db/index.ts';
import { heightOf } from './rollupSources.ts';
import { noteParents } from './rollups.ts';

/** Number of records per transaction. */
const BATCH = 500;

/** Returns a text of all definitions that affect the figures and the values computed from them. */
const meaningOf = (entity: Entity): string =>
  JSON.stringify([
    rollupsOf(entity).map(({ name, rollup }) => [name, rollup]),
    Object.entries(entity.schema.properties ?? {}).flatMap(([name, field]) =>
      field['x-computed'] ? [[name, field['x-computed']]] : [],
    ),
  ]);

async function fillEntity(db: Database, entity: Entity): Promise<void> {
  let [tenantId, id] = [0, 0];
  for (;;) {
    const { rows } = await db.system((trx) =>
      sql<{ tenantId: number; id: number }>`
        select tenant_id, id from ${sql.table(entity.name)} where (tenant_id, id) > (${tenantId}, ${id})
         order by tenant_id, id limit ${BATCH}`.execute(trx),
    );
    const last = rows.at(-1);
    if (!last) return;
    for (const [tenant, tenantRows] of Map.groupBy(rows, (row) => row.tenantId))
      await db.tenant(tenant, async (trx) =>
        noteParents(
          trx,
          { tenantId: tenant },
          entity,
          tenantRows.map((row) => Number(row.id)),
        ),
      );
    ({ tenantId, id } = last);
  }
}

/** Begins with the lowest entity, so that figures of child records are correct when they are summed. */
export async function fillRollups(db: Database): Promise<void> {
  const rolled = entityRegistry.all().filter((entity) => rollupsOf(entity).length > 0);
  if (rolled.length === 0) return;
  const filled = await db.system((trx) => trx.selectFrom('rollupFilled').selectAll().execute());
  const meanings = new Map(filled.map(({ entity, meaning }) => [entity, meaning]));
  for (const entity of rolled.toSorted((a, b) => heightOf(a) - heightOf(b))) {
    const meaning = meaningOf(entity);
    if (meanings.get(entity.name) === meaning) continue;
    await fillEntity(db, entity);
    await db.system((trx) =>
      trx
        .insertInto('rollupFilled')
        .values({ entity: entity.name, meaning })
        .onConflict((on) => on.column('entity').doUpdateSet({ meaning }))
        .execute(),
    );
  }
}
