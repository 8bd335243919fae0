/**
 * Members of a record have access to it. The same applies to users and departments with a share. A share allows
 * reading, or reading and changing, and no other action.
 */
import { type SqlBool, sql } from 'kysely';
import type { EntityDefinition, Members } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from './asker.ts';

/** Actions that show a record without changing it. */
export const SEEING: ReadonlySet<string> = new Set(['list', 'get', 'export']);

/** Returns whether access to a record also depends on other tables. */
export const isShared = ({ members, share, of }: EntityDefinition): boolean =>
  members !== undefined || share === true || of?.own === 'with';

/** Returns the child entities whose users count as owners of the parent record. */
export const listMembers = ({ members = [] }: EntityDefinition): Members[] => [members].flat();

/** Selects the records of which the caller is a member, if members may do the action. */
export function memberWhere(
  { userId }: Caller,
  entity: EntityDefinition,
  action: string,
): RecordCondition | null {
  const named = listMembers(entity).flatMap(({ of, user, until, reads }): RecordCondition[] => {
    const reference = entityRegistry.get(of)?.of?.field;
    if (!reference || (reads && !SEEING.has(action))) return [];
    return [
      (eb) => {
        const query = eb.selectFrom(of).select(reference).where(user, '=', userId);
        const day =
          until &&
          sql<SqlBool>`(${eb.ref(until)} is null or ${eb.ref(until)} >= (now() at time zone 'utc')::date)`;
        return eb('id', 'in', day ? query.where(day) : query);
      },
    ];
  });
  return named.length === 0 ? null : (eb) => eb.or(named.map((one) => one(eb)));
}

/**
 * Returns the reference to the parent record, whose owners also own this record. Null if the entity defines its owners
 * itself.
 */
function findParent({ of, schema }: EntityDefinition): { field: string; key: string; above: Entity } | null {
  if (of?.own !== 'with') return null;
  const { 'x-ref': target = '', 'x-refKey': key = 'id' } = schema.properties?.[of.field] ?? {};
  const above = entityRegistry.get(target);
  return above ? { field: of.field, key, above } : null;
}

/** Selects the records whose parent record matches. Undefined if the entity has no parent with owners. */
export function followHolder(
  entity: EntityDefinition,
  match: (above: Entity) => RecordCondition | null,
): RecordCondition | null | undefined {
  const parent = findParent(entity);
  if (!parent) return undefined;
  const { field, key, above } = parent;
  const within = match(above);
  if (!within) return null;
  return (eb) =>
    eb(
      eb.ref(field),
      'in',
      eb
        .selectFrom(above.name)
        .select(key)
        .where((inner) => within(inner)),
    );
}

export function shareWhere(
  { userId, departments }: Caller,
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
