import { sql } from 'kysely';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../../platform/db/index.ts';
import type { RecordCondition } from '../../../platform/db/tables/anyTable.ts';
import { trxAny } from '../../../platform/db/tables/anyTable.ts';
import type { CallContext } from '../../context.ts';
import { columnsOf, fieldsOf } from '../columns.ts';
import { type Selection, selectionWhere } from './selection.ts';

interface Totals {
  count: number;
  sums: Record<string, number | string | null>;
  /** Sums of amounts, by the currency field of the record. Amounts of different currencies have separate sums. */
  currencies: Record<string, { currency: string | null; sum: string }[]>;
}

/** Returns the condition for records that are included in sums. Other records are only listed and counted. */
const summedWhere =
  ({ list: { totalsWhere = {} } }: Entity): RecordCondition =>
  (eb) =>
    eb.and(
      Object.entries(totalsWhere).map(([field, value]) =>
        value === null ? eb(eb.ref(field), 'is', null) : eb(eb.ref(field), 'in', [value].flat()),
      ),
    );

/** Returns the sums of amounts, one for each currency. Empty if the currency is hidden. */
async function currencySums(
  trx: Trx,
  entity: Entity,
  where: RecordCondition,
  { amount, currency }: { amount: string; currency: string },
): Promise<Totals['currencies'][string]> {
  const rows = await trxAny(trx)
    .selectFrom(entity.name)
    .where(where)
    .where(summedWhere(entity))
    .where((eb) => eb(eb.ref(amount), 'is not', null))
    .select((eb) => [eb.ref(currency).as('currency'), sql<string>`sum(${eb.ref(amount)})::text`.as('sum')])
    .groupBy(currency)
    .orderBy(currency)
    .execute();
  return rows as Totals['currencies'][string];
}

/** Returns the number of selected records and the sums of their numeric fields. Money stays decimal. */
export async function recordsTotal(ctx: CallContext, entity: Entity, selection: Selection): Promise<Totals> {
  const { db, session } = ctx;
  const columns = columnsOf(entity, session);
  const summed = (entity.list.totals ?? []).filter((field) =>
    ['number', 'integer', 'decimal'].includes(columns.get(field) ?? ''),
  );
  const priced = summed.flatMap((amount) => {
    const currency = fieldsOf(entity)[amount]?.['x-currency'];
    return currency && columns.has(currency) ? [{ amount, currency }] : [];
  });
  const where = selectionWhere(entity, session, { ...selection, zone: ctx.zone });
  return db.tenant(session.tenantId, async (trx) => {
    const row = await trxAny(trx)
      .selectFrom(entity.name)
      .where(where)
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        ...summed.map((field, index) =>
          // Named by index, because the database client would change the spelling of a field name.
          sql`(sum(${eb.ref(field)}) filter (where ${summedWhere(entity)(eb)}))::${sql.raw(columns.get(field) === 'decimal' ? 'text' : 'float8')}`.as(
            `sum${index}`,
          ),
        ),
      ])
      .executeTakeFirstOrThrow();
    const currencies: Totals['currencies'] = {};
    for (const one of priced) currencies[one.amount] = await currencySums(trx, entity, where, one);
    const sums = summed.map((field, index) => {
      const several = (currencies[field]?.length ?? 0) > 1;
      return [field, several ? null : ((row as Totals['sums'])[`sum${index}`] ?? null)];
    });
    return { count: Number(row.count), sums: Object.fromEntries(sums) as Totals['sums'], currencies };
  });
}
