/** Recomputes balances from the entries of books, and compares them with the balances in the parent records. */
import { sql } from 'kysely';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { type OwnRollup, rollupsOf } from '../../../runtime/core/rules/rollups.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { runStatements } from '../../platform/db/tenant.ts';
import { figuresQuery } from './rollupSql.ts';

/** A balance that differs from the sum of its entries. */
export interface WrongBalance {
  tenantId: number;
  entity: string;
  id: number;
  field: string;
  stored: unknown;
  counted: unknown;
}

export interface CheckedBooks {
  balances: number;
  wrong: WrongBalance[];
}

const BATCH = 500;

/** Returns the figures of an entity that sum up entries of books. */
const booked = (entity: Entity): OwnRollup[] =>
  rollupsOf(entity).filter(({ child }) => entityRegistry.get(child)?.book !== undefined);

async function checkBatch(
  db: Pick<Database, 'tenant'>,
  entity: Entity,
  tenantId: number,
  ids: readonly number[],
): Promise<WrongBalance[]> {
  const rollups = booked(entity);
  const names = sql.join(rollups.map(({ name }) => sql.ref(name)));
  const [stored, counted] = await db.tenant(tenantId, (trx) =>
    runStatements<[Row, Row]>(
      trx,
      sql<Row>`select id, ${names} from ${sql.table(entity.name)}
        where tenant_id = ${tenantId} and id = any(${[...ids]}::int8[])`,
      figuresQuery(entity.name, tenantId, rollups, new Map([['id', new Set<unknown>(ids)]])),
    ),
  );
  const byId = new Map(counted.map((row) => [Number(row.id), row]));
  return stored.flatMap((row) =>
    rollups.flatMap(({ name }) => {
      const is = byId.get(Number(row.id))?.[name];
      return JSON.stringify(is) === JSON.stringify(row[name])
        ? []
        : [
            {
              tenantId,
              entity: entity.name,
              id: Number(row.id),
              field: name,
              stored: row[name],
              counted: is,
            },
          ];
    }),
  );
}

/** Compares all balances of all tenants. Memory use is limited to one batch and the errors found. */
export async function checkBooks(db: Pick<Database, 'tenant' | 'system'>): Promise<CheckedBooks> {
  const checked: CheckedBooks = { balances: 0, wrong: [] };
  for (const entity of entityRegistry.all().filter((one) => booked(one).length > 0)) {
    for (let [tenantId, id] = [0, 0]; ; ) {
      const { rows } = await db.system((trx) =>
        sql<{ tenantId: number; id: number }>`select tenant_id, id from ${sql.table(entity.name)}
          where (tenant_id, id) > (${tenantId}, ${id}) order by tenant_id, id limit ${BATCH}`.execute(trx),
      );
      const last = rows.at(-1);
      if (!last) break;
      for (const [tenant, own] of Map.groupBy(rows, (row) => row.tenantId)) {
        const ids = own.map((row) => Number(row.id));
        checked.wrong.push(...(await checkBatch(db, entity, tenant, ids)));
        checked.balances += ids.length * booked(entity).length;
      }
      [tenantId, id] = [last.tenantId, last.id];
    }
  }
  return checked;
}
