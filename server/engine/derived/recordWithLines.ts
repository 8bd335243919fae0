/** Reads a record with its lines for a roll-up, because computed fields depend on both. */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { lineSets } from '../../../runtime/core/lines.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';

/** Returns the record with its sorted lines. */
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
