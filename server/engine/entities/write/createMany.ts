import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import { writeGuard } from './constraints.ts';
import { announceRecord, createRecordIn, type WriteContext } from './write.ts';

/** Creates several records in one transaction. */
export async function createRecords(
  ctx: WriteContext,
  entity: EntityDefinition,
  bodies: readonly Values[],
): Promise<Row[]> {
  const { session, lang, db } = ctx;
  const records = await writeGuard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, async (trx) => {
      const made: Row[] = [];
      for (const body of bodies) made.push(await createRecordIn(trx, ctx, entity, body));
      return made;
    }),
  );
  for (const { id } of records) announceRecord(ctx, entity, Number(id), 'create');
  return records;
}
