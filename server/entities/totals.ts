import { sql } from 'kysely';
import type { Entity } from '../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../context.ts';
import { columns_of } from './columns.ts';
import { trx_any } from './query.ts';
import { type Selection, selection_where } from './selection.ts';

interface Totals {
  count: number;
  sums: Record<string, number | string | null>;
}

/** How many records are selected, and what their numbers come to. Money stays decimal. */
export async function records_total(ctx: CallContext, entity: Entity, selection: Selection): Promise<Totals> {
  const { db, session } = ctx;
  const columns = columns_of(entity, session);
  const summed = (entity.list.totals ?? []).filter((field) =>
    ['number', 'integer', 'money'].includes(columns.get(field) ?? ''),
  );
  const row = await db.tenant(session.tenantId, (trx) =>
    trx_any(trx)
      .selectFrom(entity.name)
      .where(selection_where(entity, session, { ...selection, zone: ctx.zone }))
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        ...summed.map((field, index) =>
          // By number: the name of a field would come back in another spelling.
          sql`sum(${eb.ref(field)})::${sql.raw(columns.get(field) === 'money' ? 'text' : 'float8')}`.as(
            `sum${index}`,
          ),
        ),
      ])
      .executeTakeFirstOrThrow(),
  );
  return {
    count: Number(row.count),
    sums: Object.fromEntries(
      summed.map((field, index) => [
        field,
        (row as Record<string, number | string | null>)[`sum${index}`] ?? null,
      ]),
    ),
  };
}
