import { fieldTypeOf } from '../fieldTypes.ts';
import { type Dictionaries, nullable, type PureSchema, pureSchema } from '../write/pure.ts';
import type { Entity } from './definition.ts';
import { lineShapes } from './lineShapes.ts';

/** The columns that every record has and that only the server writes. */
export const SERVER_FIELDS: Record<string, PureSchema> = {
  id: { type: 'integer' },
  tenantId: { type: 'integer' },
  createdBy: { type: ['integer', 'null'] },
  createdAt: { type: 'string', format: 'date-time' },
  updatedBy: { type: ['integer', 'null'] },
  updatedAt: { type: 'string', format: 'date-time' },
  version: { type: 'integer' },
};

export interface EntitySchemas {
  /** A record in an answer. */
  record: PureSchema;
  /** The body of create. */
  write: PureSchema;
  /** The body of an update: id and version, and the changed fields. */
  update: PureSchema;
}

/** Keywords that check a value when it is written. A stored value may be older than the rule. */
const RULES = new Set(
  'default minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems format'.split(
    ' ',
  ),
);
/** Returns whether the format sets how a value is spelled. Columns of such formats are not texts. */
const isSpelling = (format: string): boolean => fieldTypeOf({ format }).column !== 'text';

function withoutRules(schema: PureSchema): PureSchema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (RULES.has(keyword))
        return keyword === 'format' && isSpelling(String(value)) ? [[keyword, value]] : [];
      if (keyword === 'items') return [[keyword, withoutRules(value as PureSchema)]];
      if (keyword === 'prefixItems') return [[keyword, (value as PureSchema[]).map(withoutRules)]];
      if (keyword !== 'properties') return keyword === 'required' ? [] : [[keyword, value]];
      const inner = Object.entries(value as Record<string, PureSchema>);
      return [[keyword, Object.fromEntries(inner.map(([name, rule]) => [name, withoutRules(rule)]))]];
    }),
  );
}

/**
 * Returns the schema of the reader's marks on the record. It includes the number of users who set them if that is
 * shown.
 */
const marksSchema = (marks: NonNullable<Entity['marks']>): PureSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    marks.map(({ name, count }) => [
      name,
      {
        type: 'object',
        properties: { on: { type: 'boolean' }, ...(count ? { count: { type: 'integer' } } : {}) },
        required: ['on', ...(count ? ['count'] : [])],
        additionalProperties: false,
      },
    ]),
  ),
  additionalProperties: false,
});

/** A field of each record in the list of a tree. Clients use it to open the levels one by one. */
const BELOW: PureSchema = {
  type: 'boolean',
  description: 'There are records below that the caller may list.',
};

/** Returns the three shapes of an entity in calls, from its one definition. */
export function entitySchemas(entity: Entity, dictionaries: Dictionaries): EntitySchemas {
  const pure = pureSchema(entity.schema, dictionaries);
  const properties = (pure.properties ?? {}) as Record<string, PureSchema>;
  const required = new Set((pure.required as string[] | undefined) ?? []);
  // A new record's states are set by the server.
  const owned = new Set([entity.states?.field, entity.approval?.field]);
  const record: Record<string, PureSchema> = {};
  const write: Record<string, PureSchema> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const lines = entity.schema.properties?.[name];
    if (lines?.['x-lines']) {
      const shapes = lineShapes(lines, schema, withoutRules);
      [record[name], write[name]] = [shapes.record, shapes.write];
      continue;
    }
    const { readOnly, writeOnly, ...wire } = schema;
    const answered = withoutRules(wire);
    if (!writeOnly) record[name] = required.has(name) ? answered : nullable(answered);
    if (!readOnly) write[name] = required.has(name) ? wire : nullable(wire);
  }
  const update = Object.fromEntries(
    Object.entries(write).map(([name, { default: _, ...schema }]) => [name, schema]),
  );
  return {
    record: {
      type: 'object',
      description: 'Without the fields that the caller may not see, or did not ask for.',
      properties: {
        ...record,
        ...SERVER_FIELDS,
        _actions: {
          type: 'array',
          items: { type: 'string' },
          description: 'What the caller may do with this record.',
        },
        _readonly: {
          type: 'array',
          items: { type: 'string' },
          description: 'Fields that the caller may only read.',
        },
        ...(entity.marks ? { _marks: marksSchema(entity.marks) } : {}),
        ...(entity.parent ? { _below: BELOW } : {}),
        _labels: {
          type: 'object',
          additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
          description:
            'Names of records that fields point at and the caller may not list, by entity and key.',
        },
      },
      required: [...Object.keys(SERVER_FIELDS), ...[...required].filter((name) => name in record)],
      additionalProperties: false,
    },
    write: {
      type: 'object',
      properties: write,
      required: [...required].filter((name) => !owned.has(name)),
      additionalProperties: false,
    },
    update: {
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 1 },
        version: { type: 'integer', minimum: 1 },
        ...update,
      },
      required: ['id', 'version'],
      additionalProperties: false,
    },
  };
}
