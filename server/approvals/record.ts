import type { Entity } from '../../runtime/core/definitions/entities.ts';
import { entityRegistry } from '../../runtime/core/definitions/entities.ts';
import type { Trx } from '../db/index.ts';
import { audit_write } from '../entities/audit.ts';
import { trx_any } from '../entities/query.ts';
import { listOwners } from '../states/people.ts';

/** draft, pending … as the record shows it. */
export type RecordState = 'draft' | 'pending' | 'agreed' | 'rejected' | 'canceled';

/** The entity of a request, as long as it is defined and has an approval. */
export function approved_entity(
  name: string,
): (Entity & { approval: NonNullable<Entity['approval']> }) | undefined {
  const entity = entityRegistry.get(name);
  return entity?.approval ? { ...entity, approval: entity.approval } : undefined;
}

/** Who does not decide on a request: who submitted it, and whose record it is. */
export async function listInterested(
  trx: Trx,
  { entity: name, recordId, initiatorId }: { entity: string; recordId: number; initiatorId: number },
): Promise<number[]> {
  const entity = approved_entity(name);
  if (!entity) return [initiatorId];
  const record = await trx_any(trx)
    .selectFrom(entity.name)
    .select(entity.owner ?? 'createdBy')
    .where('id', '=', recordId)
    .executeTakeFirst();
  return [initiatorId, ...(record ? listOwners(entity, record) : [])];
}

/** Writes the state of its approval into the record and its history. A record that is gone stays gone. */
export async function record_mark(
  trx: Trx,
  on: { tenantId: number; userId: number | null; entity: string; recordId: number },
  action: string,
  state: RecordState,
): Promise<void> {
  const entity = approved_entity(on.entity);
  if (!entity) return;
  const { field } = entity.approval;
  const table = trx_any(trx);
  const before = await table
    .selectFrom(entity.name)
    .select([field, 'version'])
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
  await audit_write(trx, {
    tenantId: on.tenantId,
    userId: on.userId,
    entity: entity.name,
    id: on.recordId,
    action: `approval:${action}`,
    diff: { [field]: [before[field], state] },
  });
}
