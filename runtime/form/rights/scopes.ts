/** Converts a list of permissions for its editor: one scope for every action of every entity. */
import type { Text } from '../../../generated/definition.ts';
import { can, canGrant, type Scope, scopeOf } from '../../core/access/permission.ts';
import type { Translate } from '../../kit/i18n/index.ts';
import type { Catalogue, CatalogueEntity } from './useCatalogue.ts';

export type Reach = Scope | 'none';
export const REACHES: readonly Reach[] = ['none', 'own', 'site', 'department', 'tenant'];

export interface EntityRights {
  name: string;
  actions: readonly { key: string; scoped: boolean }[];
}

const suffix = (reach: Scope): string => (reach === 'tenant' ? '' : `@${reach}`);

export const reachOf = (values: readonly string[], key: string): Reach =>
  scopeOf(new Set(values), key) ?? 'none';

/**
 * Returns the common scope of all actions of an entity. Null for different scopes. Actions without scopes count as the
 * whole tenant.
 */
export function reachCommon(values: readonly string[], { actions }: EntityRights): Reach | null {
  const permissions = new Set(values);
  const reach = (key: string): Reach => scopeOf(permissions, key) ?? 'none';
  const narrow = new Set(actions.filter(({ scoped }) => scoped).map(({ key }) => reach(key)));
  const whole = new Set(actions.filter(({ scoped }) => !scoped).map(({ key }) => reach(key)));
  const [common] = narrow;
  if (common === undefined || narrow.size > 1) return null;
  return [...whole].every((ofAction) => (ofAction === 'none') === (common === 'none')) ? common : null;
}

/** Removes a permission. A wildcard that includes it is replaced by the entity's other actions. */
function without(values: readonly string[], entity: EntityRights, key: string): string[] {
  const wildcards = values.filter((value) => value.startsWith(`${entity.name}:*`));
  const spelledOut = new Set(wildcards);
  const spelled = entity.actions
    .filter((action) => action.key !== key)
    .flatMap((action) => {
      const reach = scopeOf(spelledOut, action.key);
      return reach ? [`${action.key}${suffix(reach)}`] : [];
    });
  const rest = values.filter(
    (value) => !wildcards.includes(value) && value !== key && !value.startsWith(`${key}@`),
  );
  return [...new Set([...rest, ...spelled])];
}

export function putReach(
  values: readonly string[],
  entity: EntityRights,
  key: string,
  reach: Reach,
): string[] {
  const rest = without(values, entity, key);
  return reach === 'none' ? rest : [...rest, `${key}${suffix(reach)}`];
}

/**
 * Grants all actions of an entity. A user with the wildcard may grant the wildcard, even if some actions cannot be
 * narrowed.
 */
export function putEntity(values: readonly string[], entity: EntityRights, reach: Reach): string[] {
  const keys = new Set(entity.actions.map(({ key }) => key));
  const rest = values.filter((value) => {
    const [key = ''] = value.split('@');
    return key !== `${entity.name}:*` && !keys.has(key);
  });
  return reach === 'none' ? rest : [...rest, `${entity.name}:*${suffix(reach)}`];
}

/** Returns the scopes that the editing user may grant: the user's own and narrower ones. */
export function reachesGrantable(permissions: ReadonlySet<string>, key: string): ReadonlySet<Reach> {
  return new Set(
    REACHES.filter((reach) => reach === 'none' || canGrant(permissions, `${key}${suffix(reach)}`)),
  );
}

/** Returns the permissions of a catalogue that the user may grant. */
export function catalogueGrantable(
  { entities, groups }: Catalogue,
  permissionsGranted: ReadonlySet<string>,
): Catalogue {
  const isGranted = ({ key }: { key: string }) => can(permissionsGranted, key);
  return {
    entities: entities
      .map((entity) => ({ ...entity, actions: entity.actions.filter(isGranted) }))
      .filter(({ actions }) => actions.length > 0),
    groups: groups
      .map((group) => ({ ...group, permissions: group.permissions.filter(isGranted) }))
      .filter(({ permissions }) => permissions.length > 0),
  };
}

/** Describes permissions, with a line for each object. */
export function permissionLines(
  { entities, groups }: Catalogue,
  values: readonly string[],
  text: (text: Text) => string,
  t: Translate,
): { name: string; title: string; what: string }[] {
  const ofEntity = (entity: CatalogueEntity): string => {
    const common = reachCommon(values, entity);
    if (common && common !== 'none') return `${t('access.allActions')} (${t(`access.reach.${common}`)})`;
    return entity.actions
      .map(({ key, title }) => ({ title: text(title), reach: reachOf(values, key) }))
      .filter(({ reach }) => reach !== 'none')
      .map(({ title, reach }) => (reach === 'tenant' ? title : `${title} (${t(`access.reach.${reach}`)})`))
      .join(' · ');
  };
  const ofGroup = ({ permissions }: Catalogue['groups'][number]): string =>
    permissions
      .filter(({ key }) => reachOf(values, key) !== 'none')
      .map(({ title }) => text(title))
      .join(' · ');
  return [
    ...entities.map((entity) => ({ name: entity.name, title: text(entity.title), what: ofEntity(entity) })),
    ...groups.map((group) => ({ name: group.name, title: text(group.title), what: ofGroup(group) })),
  ].filter(({ what }) => what !== '');
}
