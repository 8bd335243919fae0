/** Trigger and condition of an automation must not reveal data that its owner may not see. */
import { fieldAccessWithin } from '../../../runtime/core/access/fieldAccess.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { conditionFields } from '../../../runtime/core/flow/conditions.ts';
import type { Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { recordWhere } from '../access/recordScope.ts';
import type { Session } from '../context.ts';
import type { Automation } from './automation.ts';

/**
 * Returns the first field that the trigger or the condition reads and the user may not see. Undefined if
 * there is none.
 */
export function findHiddenField(
  { drawing: { trigger }, condition, subject }: Automation,
  session: Session,
): string | undefined {
  if (!subject) return undefined;
  const watched = trigger.on === 'updated' ? (trigger.fields ?? []) : [];
  return [...watched, ...conditionFields(condition)].find(
    (name) => subject.schema.properties?.[name] && fieldAccessWithin(session, subject, name) === 'hidden',
  );
}

/** Throws if the trigger or the condition reads a field that the user may not see. */
export function checkSight(automation: Automation, session: Session): void {
  const field = findHiddenField(automation, session);
  if (field !== undefined) throw new AppError('automation.fieldHidden', { name: session.name, field });
}

/** Returns whether the user may see the record. */
export async function seesRecord(trx: Trx, session: Session, entity: Entity, id: number): Promise<boolean> {
  const where = recordWhere(session, entity, 'get');
  const query = trxAny(trx).selectFrom(entity.name).select('id').where('id', '=', id);
  return (await (where ? query.where(where) : query).executeTakeFirst()) !== undefined;
}
