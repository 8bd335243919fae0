/**
 * Completes entities that have `versions`. It adds fields of the server, an action that makes the next draft, a key and
 * a tab.
 */
import { isDeepStrictEqual } from 'node:util';
import { NEXT_VERSION } from '../../runtime/core/rules/versions.ts';
import type { Definitions, Entity, Field, Source, Text } from './definition.ts';
import type { Effect, Transition } from './flowDefinition.ts';

const FIRST: Text = { zh: '首个版本', en: 'First version' };
const EDITION: Text = { zh: '版本', en: 'Version' };
const CURRENT: Text = { zh: '当前版本', en: 'Current version' };
const REPLACED_BY: Text = { zh: '替代版本', en: 'Replaced by' };
const VERSIONS: Text = { zh: '版本', en: 'Versions' };
const NEXT: Text = { zh: '新建版本', en: 'New version' };
const TWICE: Text = { zh: '已有处于此状态的版本', en: 'Another version already has this state' };

/** The first version names the family. */
const FAMILY = { '??': [{ var: 'familyId' }, { var: 'id' }] };

/** Returns the fields of a version, which the server writes. */
function versionFields(entity: string): Record<string, Field> {
  const reference = { type: 'integer', readOnly: true, 'x-ref': entity, 'x-looseRef': true } as const;
  return {
    familyId: { ...reference, title: FIRST, 'x-control': 'hidden' },
    edition: { type: 'integer', title: EDITION, readOnly: true, default: 1, minimum: 1 },
    current: { type: 'boolean', title: CURRENT, readOnly: true, default: true, 'x-control': 'hidden' },
    replacedById: { ...reference, title: REPLACED_BY, 'x-control': 'hidden' },
  };
}

/** Returns the server's field names that a definition uses for fields of its own. */
export const takenVersionNames = ({ schema, name }: Entity): string[] =>
  Object.entries(versionFields(name)).flatMap(([one, field]) =>
    isDeepStrictEqual(schema.properties?.[one], field) ? [] : [one],
  );

/** Returns the entity with everything that its `versions` add. Returns the same object if it has none. */
export function completeVersions(entity: Entity): Entity {
  const { versions, states, schema, name } = entity;
  if (!versions || !states) return entity;
  const { draft, released, replaced } = versions;
  const named: Effect = { do: 'assign', field: 'familyId', value: FAMILY };
  const next: Transition = {
    ...{ name: NEXT_VERSION, title: NEXT, icon: 'copy' },
    from: [released],
    effects: [named],
  };
  // A user can change and delete a version only as a draft.
  const led = states.transitions.flatMap(({ to }) => (to === undefined ? [] : [to]));
  const locked = [...new Set([...led, released, replaced])].filter((state) => state !== draft);
  const tab = { of: name, by: 'familyId', same: 'familyId', title: VERSIONS };
  return {
    ...entity,
    schema: { ...schema, properties: { ...versionFields(name), ...schema.properties } },
    states: { ...states, locked: { ...states.locked, in: locked } },
    actions: [...(entity.actions ?? []), next],
    // A family has one draft and one released version, also where several users write at once.
    uniqueWhere: [
      ...(entity.uniqueWhere ?? []),
      { fields: ['familyId', states.field], where: { [states.field]: [draft, released] }, text: TWICE },
    ],
    indexes: [...(entity.indexes ?? []), ['familyId']],
    detail: { ...entity.detail, tabs: [tab, ...(entity.detail?.tabs ?? [])] },
  };
}

/** Narrows a reference to released versions, unless its definition selects others. */
function chooseReleased(field: Field, versioned: ReadonlyMap<string, Entity>): Field {
  const target = versioned.get(field['x-ref'] ?? '');
  const { states, versions } = target ?? {};
  const isNarrowed = states !== undefined && field['x-refWhere']?.[states.field] !== undefined;
  const chosen =
    states && versions && !field.readOnly && !isNarrowed
      ? { ...field, 'x-refWhere': { ...field['x-refWhere'], [states.field]: versions.released } }
      : field;
  const { items, properties } = chosen;
  return {
    ...chosen,
    ...(items && { items: chooseReleased(items, versioned) }),
    ...(properties && { properties: chooseAmong(properties, versioned) }),
  };
}

const chooseAmong = (
  fields: Record<string, Field>,
  versioned: ReadonlyMap<string, Entity>,
): Record<string, Field> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, chooseReleased(field, versioned)]));

function chooseInMoves<M extends Transition>(
  moves: readonly M[],
  versioned: ReadonlyMap<string, Entity>,
): M[] {
  return moves.map((move) => (move.form ? { ...move, form: chooseReleased(move.form, versioned) } : move));
}

function completeReferences(entity: Entity, versioned: ReadonlyMap<string, Entity>): Entity {
  const { schema, of, states, actions } = entity;
  const own = schema.properties ?? {};
  // A part remains bound to the version that it was created for.
  const parentField = own[of?.field ?? ''];
  const properties = {
    ...chooseAmong(own, versioned),
    ...(of && parentField && { [of.field]: parentField }),
  };
  return {
    ...entity,
    schema: { ...schema, properties },
    ...(states && {
      states: { ...states, transitions: chooseInMoves(states.transitions, versioned) },
    }),
    ...(actions && { actions: chooseInMoves(actions, versioned) }),
  };
}

const refersTo = (value: unknown, names: ReadonlyMap<string, Entity>): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([word, inner]) =>
      (word === 'x-ref' && typeof inner === 'string' && names.has(inner)) || refersTo(inner, names),
  );

/** Returns all entities. Those with versions are completed. References to them offer only released versions. */
export function composeVersions<D extends Pick<Definitions, 'entities'>>(definitions: D): D {
  const versioned = new Map(
    definitions.entities.flatMap(({ value }) =>
      value.versions && value.states ? [[value.name, value] as const] : [],
    ),
  );
  if (versioned.size === 0) return definitions;
  const entities = definitions.entities.map(({ file, value }): Source<Entity> => {
    const whole = completeVersions(value);
    return { file, value: refersTo(whole, versioned) ? completeReferences(whole, versioned) : whole };
  });
  return { ...definitions, entities };
}
