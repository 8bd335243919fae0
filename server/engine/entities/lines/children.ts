/** Child records are deleted and restored with their parent record, if their entity defines it (`of`). */
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { writeAudits } from '../../../platform/db/auditLog.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type RecordCondition, type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { runStatement, runStatements } from '../../../platform/db/tenant.ts';
import { listMembers } from '../../access/members.ts';
import { type Carry, hooksOf } from '../../hooks.ts';
import { fieldsOf } from '../columns.ts';
import { diffRecord } from '../write/recordDiff.ts';
import { allColumns } from '../write/writableColumns.ts';
import type { WriteStep } from '../write/writeStep.ts';
import { deleteGuard } from './ownedFields.ts';

interface Child {
  entity: Entity;
  field: string;
  /** The field of the record that the reference contains. */
  key: string;
}

const childrenOf = (parent: EntityDefinition): Child[] =>
  entityRegistry.all().flatMap((entity) => {
    const { of } = entity;
    const ref = of && fieldsOf(entity)[of.field];
    if (ref?.['x-ref'] !== parent.name) return [];
    return [{ entity, field: of!.field, key: ref['x-refKey'] ?? 'id' }];
  });

/** Returns the entities whose records may change together with a record of this entity. */
export function relatives(entity: EntityDefinition): string[] {
  const above = entity.of && fieldsOf(entity)[entity.of.field]?.['x-ref'];
  // Changing a member of a record changes who has access to the parent record.
  const parent = entityRegistry.get(above ?? '');
  const isMember = parent !== undefined && listMembers(parent).some(({ of }) => of === entity.name);
  const owner = (entity.of?.in === 'form' || isMember) && above;
  return [...childrenOf(entity).map((child) => child.entity.name), ...(owner ? [owner] : [])];
}

const childrenWhere =
  (child: Child, record: Row): RecordCondition =>
  (eb) =>
    eb(child.field, '=', record[child.key]);

const childrenQuery = (trx: Trx, child: Child, record: Row) =>
  trxAny(trx)
    .selectFrom(child.entity.name)
    .select(allColumns(child.entity))
    .where(childrenWhere(child, record))
    .orderBy('id')
    .forUpdate();

/**
 * Moves child records to the recycle bin with their parent, if their entity defines it. Grandchildren are moved first.
 */
export async function carryChildren(
  trx: Trx,
  { session, lang }: Pick<WriteStep, 'session' | 'lang'>,
  entity: EntityDefinition,
  record: Row,
  carry: Carry,
): Promise<void> {
  const children = childrenOf(entity).filter((one) => one.entity.of?.delete === 'with');
  const stored = await runStatements<Row[]>(
    trx,
    ...children.map((child) => childrenQuery(trx, child, record)),
  );
  let isCarrying = false;
  for (const [at, child] of children.entries()) {
    // Deleting a child may delete other children too, so further children are read when their turn comes.
    const rows = isCarrying ? await runStatement(trx, childrenQuery(trx, child, record)) : stored[at]!;
    if (rows.length === 0) continue;
    isCarrying = true;
    const where = childrenWhere(child, record);
    const within = childrenOf(child.entity).length > 0;
    for (const row of rows) {
      deleteGuard(child.entity, row, lang);
      await hooksOf(child.entity.name)?.beforeDelete?.(row, { trx, session, carry });
      if (within) await carryChildren(trx, { session, lang }, child.entity, row, carry);
    }
    await carry(child.entity.name, where);
    const { tenantId, userId } = session;
    const line = { tenantId, userId, entity: child.entity.name, action: 'delete' };
    await writeAudits(
      trx,
      rows.map((row) => ({ ...line, id: Number(row.id), diff: diffRecord(child.entity, row, {}) })),
    );
  }
}
