/** Adds the lines of a record to its schema as a table. The table is made of the entity of the lines. */
import { listReadNames } from '../../runtime/core/rules/namesRead.ts';
import { fieldsFollowing } from '../../runtime/core/rules/rollups.ts';
import { spreadSections } from '../../runtime/core/rules/sectionConditions.ts';
import type { Definitions, Entity, Field, Rule, Source } from './definition.ts';

/** Number of lines of a record, unless its definition allows more. */
export const MAX_LINES = 500;

/**
 * Makes roll-ups and sequence numbers read-only in the form of the record. The server stores them in the lines' own
 * table.
 */
function inLine({ 'x-rollup': _rollup, 'x-sequence': _sequence, ...field }: Field): Field {
  return field;
}

/** Returns the fields of a line without its record and its place, which the table around it contains. */
function lineFields({ schema, of, states, approval }: Entity): Record<string, Field> {
  const around = new Set([of?.field, of?.order]);
  const owned = new Set([states?.field, approval?.field]);
  const ownFields = Object.entries(schema.properties ?? {}).filter(([name]) => !around.has(name));
  return Object.fromEntries(
    ownFields.map(([name, field]) => [name, owned.has(name) ? { ...field, readOnly: true } : inLine(field)]),
  );
}

/**
 * Returns the rules of a line that also apply in its record. They read fields of the line or of the record around it.
 */
function lineRules(schema: Field, shown: Readonly<Record<string, Field>>): Rule[] {
  // Rules about figures over other records are checked once all is written.
  const following = fieldsFollowing(schema);
  const isShown = (path: string): boolean => {
    const name = path.split('.')[0] ?? '';
    return /^(?:\.\.|\$context)/.test(path) || (shown[name] !== undefined && !following.has(name));
  };
  return (schema['x-rules'] ?? []).filter(
    ({ at, check }) => shown[at] && listReadNames(check).every(isShown),
  );
}

function linesField(child: Entity, key: string): Field {
  const { name, title, schema, of, ui } = child;
  const { order, copy, propose, readings } = of!;
  const fields = lineFields(child);
  const placed = (ui?.order ?? []).filter((name) => fields[name]);
  const names = [...new Set([...placed, ...Object.keys(fields)])];
  const rules = lineRules(schema, fields);
  return {
    type: 'array',
    title,
    maxItems: of!.most ?? MAX_LINES,
    'x-control': 'table',
    ...(propose ? { 'x-propose': propose } : {}),
    ...(readings ? { 'x-readings': readings } : {}),
    'x-lines': {
      entity: name,
      field: of!.field,
      key,
      ...(order === undefined ? {} : { order }),
      ...(copy === undefined ? {} : { copy }),
    },
    items: {
      type: 'object',
      title,
      required: (schema.required ?? []).filter((name) => fields[name] && !fields[name].readOnly),
      properties: {
        id: { type: 'integer', title, 'x-control': 'hidden' },
        ...Object.fromEntries(names.map((name) => [name, fields[name]!])),
      },
      ...(rules.length > 0 ? { 'x-rules': rules } : {}),
    },
  };
}

/** Returns the entities whose records belong to those of this one. */
export const childrenOf = (parent: string, entities: readonly Entity[]): Entity[] =>
  entities.filter(({ of, schema }) => of && schema.properties?.[of.field]?.['x-ref'] === parent);

/** Returns the entity with its lines. It is the same object if it has none. */
function composeEntity(entity: Entity, entities: readonly Entity[]): Entity {
  const lines = childrenOf(entity.name, entities).filter(({ of }) => of?.in === 'form');
  if (lines.length === 0) return entity;
  const fields = lines.map((child) => [
    child.of!.as,
    linesField(child, child.schema.properties?.[child.of!.field]?.['x-refKey'] ?? 'id'),
  ]);
  const { schema } = entity;
  return {
    ...entity,
    schema: { ...schema, properties: { ...schema.properties, ...Object.fromEntries(fields) } },
  };
}

/** Returns all definitions with complete schemas of records with lines, as they are checked. */
export function composeLines<D extends Pick<Definitions, 'entities'>>(definitions: D): D {
  const entities = definitions.entities.map(({ value }) => value);
  const composed = definitions.entities.map(
    ({ file, value }): Source<Entity> => ({ file, value: composeEntity(value, entities) }),
  );
  return { ...definitions, entities: composed };
}

/** Returns all definitions as they are served. The condition of a section is copied to its fields, in lines as well. */
export function composeRecords<D extends Pick<Definitions, 'entities'>>(definitions: D): D {
  const spread = (of: 'fields' | 'lines', sources: readonly Source<Entity>[]): Source<Entity>[] =>
    sources.map(({ file, value }) => ({ file, value: spreadSections(value, of) }));
  const composed = composeLines({ ...definitions, entities: spread('fields', definitions.entities) });
  return { ...composed, entities: spread('lines', composed.entities) };
}
