/**
 * A person reaches besides their own records those that name them among their members, and those that are shared with
 * them or with one of their departments. Shares open a record to be seen, or to be changed as well, never more.
 */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import type { Asker } from './asker.ts';

/** These show a record and leave it as it is. */
export const SEEING: ReadonlySet<string> = new Set(['list', 'get', 'export']);

/** Returns whether other tables say, too, whose a record is. */
export const isShared = ({ members, share }: EntityDefinition): boolean =>
  members !== undefined || share === true;

export function memberWhere({ userId }: Asker, { members }: EntityDefinition): RecordCondition | null {
  const reference = members && entityRegistry.get(members.of)?.of?.field;
  if (!members || !reference) return null;
  return (eb) => eb('id', 'in', eb.selectFrom(members.of).select(reference).where(members.user, '=', userId));
}

export function shareWhere(
  { userId, departments }: Asker,
  { name, share }: EntityDefinition,
  action: string,
): RecordCondition | null {
  if (!share || !(SEEING.has(action) || action === 'update')) return null;
  return (eb) => {
    const whom = eb.or([
      eb('userId', '=', userId),
      ...(departments.length > 0 ? [eb('deptId', 'in', departments)] : []),
    ]);
    const query = eb
      .selectFrom('recordShare')
      .select('recordId')
      .where('entity', '=', name)
      .where(whom)
      .where(sql<SqlBool>`(ends_at is null or ends_at > now())`);
    return eb('id', 'in', action === 'update' ? query.where('mayWrite', '=', true) : query);
  };
}
