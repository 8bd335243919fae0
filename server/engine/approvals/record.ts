import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { trxAny } from '../../platform/db/anyTable.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { Trx } from '../../platform/db/index.ts';
import { noteWritten } from '../derived/rollups.ts';
import { listOwners } from '../states/people.ts';

/** draft, pending … as the record shows it. */
export type RecordState = 'draft' | 'pending' | 'agreed' | 'rejected' | 'canceled';

/** The entity of a request, as long as it is defined and has an approval. */
export function approvedEntity(
  name: string,
): (Entity & { approval: NonNullable<Entity['approval']> }) | undefined {
  const entity = entityRegistry.get(name);
  return entity?.approval ? { ...entity, approval: entity.approval } : undefined;
}

/** Returns who does not decide on a request: who submitted it, and whose record it is. */
export async function listInterested(
  trx: Trx,
  { entity: name, recordId, initiatorId }: { entity: string; recordId: number; initiatorId: number },
): Promise<number[]> {
  const entity = approvedEntity(name);
  if (!entity) return [initiatorId];
  const record = await trxAny(trx)
    .selectFrom(entity.name)
    .select(entity.owner ?? 'createdBy')
    .where('id', '=', recordId)
    .executeTakeFirst();
  return [initiatorId, ...(record ? listOwners(entity, record) : [])];
}

/** Writes the state of its approval into the record and its history. A record that is gone stays gone. */
export async function markRecord(
  trx: Trx,
  on: { tenantId: number; userId: number | null; entity: string; recordId: number },
  action: string,
  state: RecordState,
): Promise<void> {
  const entity = approvedEntity(on.entity);
  if (!entity) return;
  const { field } = entity.approval;
  const table = trxAny(trx);
  const before = await table
    .selectFrom(entity.name)
    .selectAll()
    .where('id', '=', on.recordId)
    .forUpdate()
    .executeTakeFirst();
  if (!before || before[field] === state) return;
  await table
    .updateTable(entity.name)
    .set({
      [field]: state,
      version: Number(before.version) + 1,
      updatedAt: new Date().toISOString(),
      ...(on.userId === null ? {} : { updatedBy: on.userId }),
    })
    .where('id', '=', on.recordId)
    .execute();
  noteWritten(trx, { tenantId: on.tenantId, lang: 'zh' }, entity, [
    { before, after: { ...before, [field]: state } },
  ]);
  await writeAudit(trx, {
    tenantId: on.tenantId,
    userId: on.userId,
    entity: entity.name,
    id: on.recordId,
    action: `approval:${action}`,
    diff: { [field]: [before[field], state] },
  });
}
