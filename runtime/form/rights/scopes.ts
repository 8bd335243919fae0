/** A list of permissions as the editor shows and changes it: one reach for every action of every entity. */
import type { Text } from '../../../generated/definition.ts';
import { can, canGrant, type Scope, scopeOf } from '../../core/permission.ts';
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

/** The reach that all actions of the entity have alike, those that cannot be narrowed whole; null where they differ. */
export function reachCommon(values: readonly string[], { actions }: EntityRights): Reach | null {
  const held = new Set(values);
  const reach = (key: string): Reach => scopeOf(held, key) ?? 'none';
  const narrow = new Set(actions.filter(({ scoped }) => scoped).map(({ key }) => reach(key)));
  const whole = new Set(actions.filter(({ scoped }) => !scoped).map(({ key }) => reach(key)));
  const [common] = narrow;
  if (common === undefined || narrow.size > 1) return null;
  return [...whole].every((one) => (one === 'none') === (common === 'none')) ? common : null;
}

/** Without anything that opens the key, and without the wildcards of its entity, whose other actions are kept. */
function without(values: readonly string[], entity: EntityRights, key: string): string[] {
  const wildcards = values.filter((one) => one.startsWith(`${entity.name}:*`));
  const held = new Set(wildcards);
  const spelled = entity.actions
    .filter((one) => one.key !== key)
    .flatMap((one) => {
      const reach = scopeOf(held, one.key);
      return reach ? [`${one.key}${suffix(reach)}`] : [];
    });
  const rest = values.filter((one) => !wildcards.includes(one) && one !== key && !one.startsWith(`${key}@`));
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

/** The whole entity at once: whoever holds the wildcard may give it, whichever of its actions cannot be narrowed. */
export function putEntity(values: readonly string[], entity: EntityRights, reach: Reach): string[] {
  const known = new Set(entity.actions.map(({ key }) => key));
  const rest = values.filter((one) => {
    const [key = ''] = one.split('@');
    return key !== `${entity.name}:*` && !known.has(key);
  });
  return reach === 'none' ? rest : [...rest, `${entity.name}:*${suffix(reach)}`];
}

/** The reaches that whoever edits may give: no wider than their own. */
export function reachesGrantable(held: ReadonlySet<string>, key: string): ReadonlySet<Reach> {
  return new Set(REACHES.filter((reach) => reach === 'none' || canGrant(held, `${key}${suffix(reach)}`)));
}

/** Returns what there is to give of a catalogue: nothing that whoever gives does not hold at all. */
export function catalogueGrantable({ entities, groups }: Catalogue, held: ReadonlySet<string>): Catalogue {
  const holds = ({ key }: { key: string }) => can(held, key);
  return {
    entities: entities
      .map((entity) => ({ ...entity, actions: entity.actions.filter(holds) }))
      .filter(({ actions }) => actions.length > 0),
    groups: groups
      .map((group) => ({ ...group, permissions: group.permissions.filter(holds) }))
      .filter(({ permissions }) => permissions.length > 0),
  };
}

/** Permissions in words, a line for each object that they open. */
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
    ...entities.map((one) => ({ name: one.name, title: text(one.title), what: ofEntity(one) })),
    ...groups.map((one) => ({ name: one.name, title: text(one.title), what: ofGroup(one) })),
  ].filter(({ what }) => what !== '');
}
