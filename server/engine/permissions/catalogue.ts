/** All existing permissions, derived from the current entities, operations and pages. */
import type { Data } from '../../../generated/calls.ts';
import type { EntityDefinition, Text } from '../../../generated/definition.ts';
import { type OperationInfo, operations } from '../../../generated/operations.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { pageRegistry } from '../../../runtime/core/definitions/pages.ts';
import '../../../runtime/core/definitions/builtPages.ts';
import { movesOf, transitionPermission } from '../../../runtime/core/rules/states.ts';
import { ACTIONS, GROUPS } from './titles.ts';

export type Catalogue = Data<'accessPermissions'>;

const STANDARD = ['list', 'get', 'create', 'update', 'delete', 'import', 'export'] as const;
/**
 * Actions whose permissions have no scope, because the record does not exist yet or the action concerns no single
 * record.
 */
const UNSCOPED: ReadonlySet<string> = new Set(['create', 'import', 'participation']);

const split = (key: string): [string, string] => {
  const colon = key.indexOf(':');
  return [key.slice(0, colon), key.slice(colon + 1)];
};

/** Returns the permissions that operations, pages and fields require, for all entities. */
export function listAskedKeys(): string[] {
  const infos: OperationInfo[] = Object.values(operations);
  const fields = entityRegistry
    .all()
    .flatMap(({ schema }) => Object.values(schema.properties ?? {}).map((field) => field['x-permission']));
  const keys = [
    ...infos.map(({ permission }) => permission),
    ...pageRegistry.all().map(({ permission }) => permission),
    ...pageRegistry
      .all()
      .map(({ entity, flags }) => flags?.participationPermission && `${entity}:participation`),
    ...fields,
    ...entityRegistry.all().map(({ audience }) => audience?.share),
    'view:share',
  ];
  return [
    ...new Set(keys.filter((key): key is string => typeof key === 'string' && !key.startsWith('{entity}'))),
  ];
}

/** Returns the title of a key. Null if it has no description. */
export function keyTitle(key: string): Text | null {
  return ACTIONS[split(key)[1]] ?? null;
}

type EntityRights = Catalogue['entities'][number];

function entityRights(entity: EntityDefinition, permissionKeys: readonly string[]): EntityRights {
  const { name, title, schema } = entity;
  const transitions = new Map(
    movesOf(entity).map((transition) => [transitionPermission(entity, transition), transition.title]),
  );
  const keys = new Set([
    ...STANDARD.map((action) => `${name}:${action}`),
    ...(entity.handover ? [`${name}:handover`] : []),
    ...(entity.share ? [`${name}:share`] : []),
    ...(entity.public ? [`${name}:publish`] : []),
    ...permissionKeys.filter((key) => split(key)[0] === name),
    ...[...transitions.keys()].filter((key) => split(key)[0] === name),
  ]);
  const fieldKeys = new Set(Object.values(schema.properties ?? {}).map((field) => field['x-permission']));
  return {
    name,
    title,
    actions: [...keys].map((key) => ({
      key,
      title: transitions.get(key) ?? keyTitle(key) ?? { zh: key, en: key },
      scoped: !UNSCOPED.has(split(key)[1]) && !fieldKeys.has(key),
    })),
    fields: Object.entries(schema.properties ?? {})
      .filter(([, field]) => !field.writeOnly && field['x-control'] !== 'hidden')
      .map(([field, { title, readOnly = false }]) => ({
        name: field,
        title: title ?? { zh: field, en: field },
        readOnly,
      })),
  };
}

export function buildCatalogue(): Catalogue {
  const permissionKeys = listAskedKeys();
  const entities = entityRegistry.all().map((entity) => entityRights(entity, permissionKeys));
  const entityNames = new Set(entities.map(({ name }) => name));
  const others = Map.groupBy(
    permissionKeys.filter((key) => !entityNames.has(split(key)[0])),
    (key) => split(key)[0],
  );
  return {
    entities,
    groups: [...others].map(([name, keys]) => ({
      name,
      title: GROUPS[name] ?? { zh: name, en: name },
      permissions: keys.map((key) => ({ key, title: keyTitle(key) ?? { zh: key, en: key } })),
    })),
  };
}

/** Returns the keys without a description. */
export function listUntitledKeys(): string[] {
  const transitions = new Set(
    entityRegistry
      .all()
      .flatMap((entity) => movesOf(entity).map((transition) => transitionPermission(entity, transition))),
  );
  return listAskedKeys().filter((key) => {
    const group = split(key)[0];
    const titled = transitions.has(key) || keyTitle(key) !== null;
    return !titled || !(entityRegistry.get(group) || GROUPS[group]);
  });
}
