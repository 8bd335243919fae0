/** Computed fields of a record look at its lines, also when it is a roll-up that they follow. */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { lineSets } from '../../../runtime/core/lines.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';

/** The record with its lines, in their order. */
export async function withLines(
  trx: Trx,
  tenantId: number,
  entity: EntityDefinition,
  record: Row,
): Promise<Row> {
  const lines: Row = {};
  for (const { name, field, link } of lineSets(entity))
    lines[name] = await trxAny(trx)
      .selectFrom(link.entity)
      .select(Object.keys(field.items?.properties ?? {}))
      .where('tenantId', '=', tenantId)
      .where(link.field, '=', record[link.key])
      .orderBy(sql`${sql.ref(link.order ?? 'id')} asc nulls last`)
      .orderBy('id')
      .execute();
  return { ...record, ...lines };
}
