/**
 * Decides which records and fields a user may access, and for which actions. A permission opens all records of an
 * entity, or only those of the user's departments (`@department`), stations (`@site`) or own (`@own`). Roles may hide
 * fields or make them read-only.
 */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { heldScopes, type Scope, scopeOf } from '../../../runtime/core/access/permission.ts';
import type { RecordCondition } from '../../platform/db/tables/anyTable.ts';
import type { Caller } from './asker.ts';
import { audienceChanges, audienceOf, selectAudience } from './audience.ts';
import { followHolder, isShared, memberWhere, SEEING, shareWhere } from './members.ts';
import { siteWhere } from './site.ts';

/**
 * Returns the scope of the caller's permission for an action on the entity: list, get, update, delete, a
 * transition … Null without the permission.
 */
export function recordScope(caller: Caller, entity: EntityDefinition, action: string): Scope | null {
  return caller.admin ? 'tenant' : scopeOf(caller.permissions, `${entity.name}:${action}`);
}

const ownerOf = (entity: EntityDefinition): string => entity.owner ?? 'createdBy';

/**
 * Selects the records for which the caller may do the action. Null if this is every record of the tenant. Without a
 * permission no record is selected.
 */
export function recordWhere(
  caller: Caller,
  entity: EntityDefinition,
  action: string,
): RecordCondition | null {
  const reach = scopeWhere(caller, entity, action);
  const audience = audienceOf(entity);
  if (!audience) return reach;
  const shown = (SEEING.has(action) ? selectAudience : audienceChanges)(caller, audience);
  return reach ? (eb) => eb.and([reach(eb), shown(eb)]) : shown;
}

const scopeWhere = (caller: Caller, entity: EntityDefinition, action: string): RecordCondition | null =>
  keyWhere(caller, entity, `${entity.name}:${action}`);

function departmentWhere(caller: Caller, entity: EntityDefinition): RecordCondition | null {
  const { departments } = caller;
  if (departments.length === 0) return null;
  const followed = followHolder(entity, (above) => departmentWhere(caller, above));
  if (followed !== undefined) return followed;
  const { department } = entity;
  if (department) return (eb) => eb(department, 'in', departments);
  return (eb) =>
    eb(
      ownerOf(entity),
      'in',
      eb.selectFrom('userDepartment').select('userId').where('deptId', 'in', departments),
    );
}

/** Selects the caller's own records for an action: as owner, as member, or as owner of the parent record. */
export function mineWhere(caller: Caller, entity: EntityDefinition, action = 'list'): RecordCondition {
  const followed = followHolder(entity, (above) => mineWhere(caller, above, action));
  const parts = [followed, memberWhere(caller, entity, action)].filter((part) => part != null);
  const isOwned = !followed || entity.owner !== undefined;
  return (eb) =>
    eb.or([...(isOwned ? [eb(ownerOf(entity), '=', caller.userId)] : []), ...parts.map((part) => part(eb))]);
}

const none: RecordCondition = (eb) => eb.lit(false);

const conditionsKnown = new WeakMap<Caller, WeakMap<EntityDefinition, Map<string, RecordCondition>>>();

/** Caches the condition for a caller's scopes. Actions with the same scopes share one condition. */
function rememberCondition(
  caller: Caller,
  entity: EntityDefinition,
  name: string,
  make: () => RecordCondition,
): RecordCondition {
  const ofCaller =
    conditionsKnown.get(caller) ?? new WeakMap<EntityDefinition, Map<string, RecordCondition>>();
  conditionsKnown.set(caller, ofCaller);
  const conditions = ofCaller.get(entity) ?? new Map<string, RecordCondition>();
  ofCaller.set(entity, conditions);
  const condition = conditions.get(name) ?? make();
  conditions.set(name, condition);
  return condition;
}

/**
 * Selects the records of the entity in the scope of a permission, which may belong to another entity. Null if
 * the scope is the whole tenant.
 */
export function keyWhere(caller: Caller, entity: EntityDefinition, key: string): RecordCondition | null {
  const scopes = caller.admin ? ['tenant'] : heldScopes(caller.permissions, key);
  if (scopes.includes('tenant')) return null;
  if (scopes.length === 0) return none;
  const make = () => scopesWhere(caller, entity, scopes, key.slice(key.indexOf(':') + 1));
  // Conditions of shared entities are not cached, because members and shares allow only some actions.
  return isShared(entity) ? make() : rememberCondition(caller, entity, scopes.join(' '), make);
}

function scopesWhere(
  caller: Caller,
  entity: EntityDefinition,
  scopes: readonly string[],
  action: string,
): RecordCondition {
  const parts: (RecordCondition | null)[] = [
    mineWhere(caller, entity, action),
    shareWhere(caller, entity, action),
    scopes.includes('department') ? departmentWhere(caller, entity) : null,
    scopes.includes('site') && caller.stations.length > 0 ? siteWhere(entity, caller.stations) : null,
  ];
  const conditions = parts.filter((part) => part !== null);
  return (eb) => eb.or(conditions.map((condition) => condition(eb)));
}
