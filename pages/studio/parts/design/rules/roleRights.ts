/** Edits the `rights` of a definition: what each seeded role may do with the records. Lines follow their record. */
import type { EntityDefinition, Text } from '../../../../../generated/definition.ts';
import type { SeededRole } from '../../../../../runtime/core/access/seededRoles.ts';
import { movesOf, transitionPermission } from '../../../../../runtime/core/rules/states.ts';
import {
  type EntityRights,
  putEntity,
  putReach,
  type Reach,
  reachOf,
} from '../../../../../runtime/form/rights/scopes.ts';
import { type EntityDocument, fieldsOf, titleOfField } from '../entityDoc.ts';
import { ACTIONS, type Action, isOffered } from './rightsChanges.ts';

/** Permissions that have no scope, because there is no record yet. */
const UNSCOPED: readonly string[] = ['create', 'import'];

type Named = Action | 'import' | 'export' | 'handover' | 'share' | 'publish';

/** A row of the table: an action with a title of its own, a button, or a field with its own permission. */
export interface RightRow {
  key: string;
  scoped: boolean;
  name: { action: Named } | { button: Text } | { field: Text };
}

export interface RightTable extends EntityRights {
  actions: readonly RightRow[];
}

function buttonRows(entity: EntityDefinition): RightRow[] {
  const rows = movesOf(entity).map(
    (move): RightRow => ({
      key: transitionPermission(entity, move),
      scoped: true,
      name: { button: move.title },
    }),
  );
  return [...new Map(rows.map((row) => [row.key, row])).values()];
}

function fieldRows(entity: EntityDefinition): RightRow[] {
  return Object.entries(fieldsOf(entity)).flatMap(([name, { 'x-permission': key }]): RightRow[] =>
    key ? [{ key, scoped: false, name: { field: titleOfField(entity, name) } }] : [],
  );
}

/**
 * Returns the permissions that a role can get: actions, buttons and fields. Permissions of other entities are
 * left out.
 */
export function rightTable(entity: EntityDefinition): RightTable {
  const special = (['handover', 'share', 'publish'] as const).filter(
    (action) => entity[action === 'publish' ? 'public' : action] !== undefined,
  );
  const actions = [
    ...ACTIONS.filter((one) => isOffered(entity, one)),
    'import',
    'export',
    ...special,
  ] as const;
  const rows = [
    ...actions.map(
      (action): RightRow => ({
        key: `${entity.name}:${action}`,
        scoped: !UNSCOPED.includes(action),
        name: { action },
      }),
    ),
    ...buttonRows(entity),
    ...fieldRows(entity),
  ];
  const own = rows.filter(({ key }) => key.startsWith(`${entity.name}:`));
  return { name: entity.name, actions: [...new Map(own.map((row) => [row.key, row])).values()] };
}

/** Returns the permissions of a role by the definition. */
export const permissionsOf = ({ name, rights }: EntityDefinition, role: SeededRole): string[] =>
  (rights?.[role] ?? []).map((right) => `${name}:${right}`);

function withPermissions<E extends EntityDefinition>(
  entity: E,
  role: SeededRole,
  permissions: readonly string[],
): E {
  const { [role]: _, ...others } = entity.rights ?? {};
  const own = permissions.map((key) => key.slice(entity.name.length + 1));
  const rights = own.length > 0 ? { ...others, [role]: own } : others;
  return { ...entity, rights: Object.keys(rights).length > 0 ? rights : undefined };
}

/** Returns the permissions on lines that writing and reading their record needs, in the same scope. */
function lineRights(line: EntityDefinition, record: EntityDefinition, role: SeededRole): string[] {
  const reach = (action: Action) => reachOf(permissionsOf(record, role), `${record.name}:${action}`);
  const [list, create, update] = [reach('list'), reach('create'), reach('update')];
  const changed: Reach = update === 'none' && create !== 'none' ? 'own' : update;
  const reaches: Record<Action, Reach> = {
    list,
    get: list,
    create: changed === 'none' ? 'none' : 'tenant',
    update: changed,
    delete: changed,
  };
  const table = rightTable(line);
  return ACTIONS.reduce<string[]>(
    (permissions, action) => putReach(permissions, table, `${line.name}:${action}`, reaches[action]),
    [],
  );
}

function followed(whole: EntityDocument, role: SeededRole): EntityDocument {
  if (!whole.lines) return whole;
  return {
    ...whole,
    lines: whole.lines.map((line) => withPermissions(line, role, lineRights(line, whole, role))),
  };
}

/** Sets the scope in which a role may perform an action. */
export function setRight(whole: EntityDocument, role: SeededRole, key: string, reach: Reach): EntityDocument {
  const permissions = putReach(permissionsOf(whole, role), rightTable(whole), key, reach);
  return followed(withPermissions(whole, role, permissions), role);
}

/** Sets the scope in which a role may perform all actions. */
export function setAllRights(whole: EntityDocument, role: SeededRole, reach: Reach): EntityDocument {
  const permissions = putEntity(permissionsOf(whole, role), rightTable(whole), reach);
  return followed(withPermissions(whole, role, permissions), role);
}
