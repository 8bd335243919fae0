/** The places in definitions that contain texts. Pure. */
import { isObject } from '../object.ts';
import type { Sort } from './compile.ts';

/** The shape of a value: a text, or a structure that contains texts. */
type Shape =
  | Sort
  | { keys: Readonly<Record<string, Shape>>; isField?: true }
  | { each: Shape }
  | { list: Shape }
  | { of: () => Shape };

const each = (shape: Shape): Shape => ({ each: shape });
const list = (shape: Shape): Shape => ({ list: shape });
const keys = (shapes: Readonly<Record<string, Shape>>): Shape => ({ keys: shapes });
const fieldKeys = (shapes: Readonly<Record<string, Shape>>): Shape => ({ keys: shapes, isField: true });

const RULES = list(keys({ check: 'expression' }));
const PROPOSAL = keys({ values: each('expression') });

const FIELD: Shape = fieldKeys({
  'x-visible': 'condition',
  'x-enabled': 'condition',
  'x-required': 'condition',
  'x-overdueWhen': 'condition',
  'x-computed': 'expression',
  'x-default': 'expression',
  'x-rules': RULES,
  'x-refWhere': each('wanted'),
  'x-rollup': keys({ where: 'where' }),
  'x-propose': PROPOSAL,
  properties: each({ of: () => FIELD }),
  items: { of: () => FIELD },
  prefixItems: list({ of: () => FIELD }),
});

const EFFECTS = list(
  keys({
    ...{ if: 'condition', eachIf: 'condition', where: 'where' },
    ...{ value: 'value', values: each('value'), form: each('value') },
  }),
);

const MOVES = list(
  keys({
    guard: 'condition',
    rules: RULES,
    form: FIELD,
    figures: each(keys({ if: 'condition', where: each('value') })),
    effects: EFFECTS,
  }),
);

const STEPS: Shape = list(
  keys({
    when: 'condition',
    paths: list(keys({ when: 'condition', steps: { of: () => STEPS } })),
  }),
);

const ENTITY = keys({
  schema: FIELD,
  ui: keys({ sections: list(keys({ 'x-visible': 'condition' })) }),
  of: keys({ propose: PROPOSAL }),
  apart: list(keys({ where: 'where' })),
  across: list(keys({ check: 'expression', figures: each(keys({ where: 'where' })) })),
  states: keys({ transitions: MOVES, limits: list(keys({ if: 'condition' })) }),
  actions: MOVES,
  approval: keys({ steps: STEPS }),
  schedule: keys({ while: 'condition', create: keys({ values: each('value') }) }),
  remind: list(keys({ if: 'condition' })),
  on: list(keys({ if: 'condition', do: EFFECTS })),
});

/** The designer edits a record with its lines in one document. */
const RECORD = keys({ ...(ENTITY as { keys: Record<string, Shape> }).keys, lines: list(ENTITY) });

const SHAPES = {
  entity: RECORD,
  widget: keys({ config: FIELD, optionsWhen: each('condition') }),
  widgetOption: keys({ fields: each(FIELD) }),
  commonField: keys({ field: FIELD }),
} as const;

export type TextKind = keyof typeof SHAPES;
export const hasTexts = (kind: string): kind is TextKind => Object.hasOwn(SHAPES, kind);

/** Returns the replacement of a value. */
export type Replace = (value: unknown, sort: Sort, pointer: string) => unknown;

/** Visits the fields of a definition during the replacement of its texts. */
export interface FieldWalk {
  /**
   * Returns the field to visit, or a copy that replaces the field without a visit. `around` contains the properties of
   * the surrounding objects, the nearest first.
   */
  open(field: Readonly<Record<string, unknown>>, pointer: string, around: readonly unknown[]): Opened;
  /** Receives the copy of a visited field. */
  close(copy: object, field: object): void;
}
type Opened = { field: Readonly<Record<string, unknown>> } | { copy: unknown };

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

interface Walk {
  replace: Replace;
  fields?: FieldWalk | undefined;
  around: readonly unknown[];
}

function mapEntries(value: Record<string, unknown>, map: (inner: unknown, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner, name)]));
}

function mapKeys(
  value: Record<string, unknown>,
  shapes: Readonly<Record<string, Shape>>,
  pointer: string,
  walk: Walk,
): object {
  return mapEntries(value, (inner, name) => {
    const own = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    return own === undefined ? inner : mapShape(inner, own, `${pointer}/${escaped(name)}`, walk);
  });
}

function mapField(
  value: Record<string, unknown>,
  shapes: Readonly<Record<string, Shape>>,
  pointer: string,
  walk: Walk,
): unknown {
  const opened = walk.fields?.open(value, pointer, walk.around) ?? { field: value };
  if ('copy' in opened) return opened.copy;
  const { field } = opened;
  const around = isObject(field.properties) ? [field.properties, ...walk.around] : walk.around;
  const copy = mapKeys(field, shapes, pointer, { ...walk, around });
  walk.fields?.close(copy, value);
  return copy;
}

/** Maps a value by its shape. A value of another shape is returned unchanged, because another check rejects it. */
function mapShape(value: unknown, shape: Shape, pointer: string, walk: Walk): unknown {
  if (typeof shape === 'string') return walk.replace(value, shape, pointer);
  if ('of' in shape) return mapShape(value, shape.of(), pointer, walk);
  const at = (name: string | number) => `${pointer}/${escaped(String(name))}`;
  if ('list' in shape)
    return Array.isArray(value)
      ? value.map((item, index) => mapShape(item, shape.list, at(index), walk))
      : value;
  if (!isObject(value)) return value;
  if ('each' in shape) return mapEntries(value, (inner, name) => mapShape(inner, shape.each, at(name), walk));
  return (shape.isField ? mapField : mapKeys)(value, shape.keys, pointer, walk);
}

/** Returns the fields of the record, which forms of its transitions can use. */
function recordProperties(definition: unknown, fields: FieldWalk | undefined): unknown[] {
  const schema = isObject(definition) ? definition.schema : undefined;
  if (!isObject(schema) || !fields) return [];
  const opened = fields.open(schema, '/schema', []);
  return 'field' in opened ? [opened.field.properties] : [];
}

/** Returns a copy of a definition with its texts replaced. */
export const replaceTexts = <D>(kind: TextKind, definition: D, replace: Replace, fields?: FieldWalk): D =>
  mapShape(definition, SHAPES[kind], '', {
    replace,
    fields,
    around: recordProperties(definition, fields),
  }) as D;
