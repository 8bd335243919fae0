/**
 * Limits an entity to the fields of the signed-in user. Other fields are missing in lists, filters and forms. The
 * server uses the same function.
 */
import type { Field } from '../../../generated/definition.ts';
import {
  type FieldRights,
  fieldAccess,
  fieldAccessWithin,
  fieldPermissionByRow,
} from '../../core/access/fieldAccess.ts';
import { type Entity, entityRegistry } from '../../core/definitions/entities.ts';
import { displaysWithout } from '../../core/displays.ts';
import { lineSets } from '../../core/lines.ts';
import { useSession } from './session.ts';

/** `read`: visible fields. `write`: fields that the user can enter in a new record or a bulk edit. */
type Use = 'read' | 'write';

function listDeniedFields(rights: FieldRights, entity: Entity, use: Use): ReadonlySet<string> {
  const allowed = (name: string) => {
    const access = fieldAccessWithin(rights, entity, name);
    return access === 'write' || access === use;
  };
  return new Set(Object.keys(entity.schema.properties ?? {}).filter((name) => !allowed(name)));
}

/** Returns the fields that are accessible in some records only. Requests must not cover all of their values. */
const listClosedFields = (rights: FieldRights, entity: Entity): ReadonlySet<string> =>
  new Set(
    Object.keys(entity.schema.properties ?? {}).filter(
      (name) => fieldPermissionByRow(rights, entity, name) !== null,
    ),
  );

/** A condition that is never true. */
const NEVER = { not: {} };

/** Locks a field that the user may not enter. It has no default here, because the server sets the default. */
function lockColumn({ default: _, 'x-default': _start, ...column }: Field): Field {
  return { ...column, 'x-enabled': NEVER };
}

/** Removes invisible columns of lines, and locks columns that the user may not enter. */
function limitLines(rights: FieldRights, field: Field): Field {
  const lines = field['x-lines'];
  const child = lines && entityRegistry.get(lines.entity);
  if (!child) return field;
  const columns = Object.entries(field.items?.properties ?? {}).flatMap(([name, column]) => {
    const access = fieldAccess(rights, child, name);
    if (access === 'hidden') return [];
    return [[name, access === 'read' ? lockColumn(column) : column] as const];
  });
  return { ...field, items: { ...field.items, properties: Object.fromEntries(columns) } };
}

/** Returns the entity with its visible lines. If all are visible, returns the same object. */
function entityLines(rights: FieldRights, entity: Entity): Entity {
  const sets = lineSets(entity);
  if (sets.length === 0 || rights.admin) return entity;
  const lines = sets.map(({ name, field }) => [name, limitLines(rights, field)]);
  const { schema } = entity;
  return {
    ...entity,
    schema: { ...schema, properties: { ...schema.properties, ...Object.fromEntries(lines) } },
  };
}

/**
 * Returns the entity without these fields. The pure schema remains complete, because the compiled validator and the
 * server need all fields.
 */
function entityWithout(entity: Entity, denied: ReadonlySet<string>, closed: ReadonlySet<string>): Entity {
  const allowedOf = (names: readonly string[]) => names.filter((name) => !denied.has(name));
  const some = (names: readonly string[] | undefined) => {
    const left = allowedOf(names ?? []);
    return left.length > 0 ? left : undefined;
  };
  const openOf = (names: readonly string[] | undefined) => some(names?.filter((name) => !closed.has(name)));
  const { schema, list, ui, parent } = entity;
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => !denied.has(name));
  const sections = ui?.sections?.map((section) => ({ ...section, fields: allowedOf(section.fields) }));
  return {
    ...entity,
    schema: {
      ...schema,
      properties: Object.fromEntries(fields),
      required: allowedOf(schema.required ?? []),
    },
    ui: ui && { ...ui, sections: sections?.filter((section) => section.fields.length > 0) },
    parent: parent !== undefined && denied.has(parent) ? undefined : parent,
    list: {
      ...list,
      // The first column links to the record, so at least one is needed.
      columns: some(list.columns) ?? ['id'],
      filters: openOf(list.filters),
      search: openOf(list.search),
      sort: list.sort?.filter(({ field }) => !denied.has(field) && !closed.has(field)),
      totals: openOf(list.totals),
      print: some(list.print),
      displays: displaysWithout(list, (name) => denied.has(name) || closed.has(name)),
    },
  };
}

const restricted = new WeakMap<FieldRights, Record<Use, WeakMap<Entity, Entity>>>();

/**
 * Returns the entity without the fields that the rights hide, cached by rights and entity. Returns the entity
 * itself if nothing is hidden.
 */
export function entityFor(rights: FieldRights, entity: Entity, use: Use): Entity {
  let ofRights = restricted.get(rights);
  if (!ofRights) {
    ofRights = { read: new WeakMap(), write: new WeakMap() };
    restricted.set(rights, ofRights);
  }
  let restrictedEntity = ofRights[use].get(entity);
  if (!restrictedEntity) {
    const denied = listDeniedFields(rights, entity, use);
    const closed = listClosedFields(rights, entity);
    const limited = entityLines(rights, entity);
    restrictedEntity = denied.size + closed.size > 0 ? entityWithout(limited, denied, closed) : limited;
    ofRights[use].set(entity, restrictedEntity);
  }
  return restrictedEntity;
}

export function useEntityFor(entity: Entity, use: Use): Entity {
  const rights = useSession((session) => session.rights);
  return rights ? entityFor(rights, entity, use) : entity;
}
