/** The places of definitions at which texts are computed. Pure. */
import { isObject } from '../object.ts';
import type { Sort } from './compile.ts';

/** A place holds a text, or something with such places. */
type Shape =
  | Sort
  | { keys: Readonly<Record<string, Shape>> }
  | { each: Shape }
  | { list: Shape }
  | { of: () => Shape };

const each = (shape: Shape): Shape => ({ each: shape });
const list = (shape: Shape): Shape => ({ list: shape });
const keys = (shapes: Readonly<Record<string, Shape>>): Shape => ({ keys: shapes });

const RULES = list(keys({ check: 'expression' }));
const PROPOSAL = keys({ values: each('expression') });

const FIELD: Shape = keys({
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

const EFFECTS = list(keys({ if: 'condition', value: 'value', values: each('value') }));

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
  states: keys({ transitions: MOVES, limits: list(keys({ if: 'condition' })) }),
  actions: MOVES,
  approval: keys({ steps: STEPS }),
  schedule: keys({ while: 'condition', create: keys({ values: each('value') }) }),
  remind: list(keys({ if: 'condition' })),
  on: list(keys({ if: 'condition', do: EFFECTS })),
});

/** A record is edited with its lines in one document. */
const RECORD = keys({ ...(ENTITY as { keys: Record<string, Shape> }).keys, lines: list(ENTITY) });

const SHAPES = {
  entity: RECORD,
  widget: keys({ config: FIELD, optionsWhen: each('condition') }),
  widgetOption: keys({ fields: each(FIELD) }),
} as const;

export type TextKind = keyof typeof SHAPES;
export const hasTexts = (kind: string): kind is TextKind => Object.hasOwn(SHAPES, kind);

/** Answers what takes the place of a value. */
export type Replace = (value: unknown, sort: Sort, pointer: string) => unknown;

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function mapEntries(value: Record<string, unknown>, map: (inner: unknown, name: string) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner, name)]));
}

/** A value of another shape stays as it is: it is refused elsewhere. */
function mapShape(value: unknown, shape: Shape, pointer: string, replace: Replace): unknown {
  if (typeof shape === 'string') return replace(value, shape, pointer);
  if ('of' in shape) return mapShape(value, shape.of(), pointer, replace);
  const at = (name: string | number) => `${pointer}/${escaped(String(name))}`;
  if ('list' in shape)
    return Array.isArray(value)
      ? value.map((item, index) => mapShape(item, shape.list, at(index), replace))
      : value;
  if (!isObject(value)) return value;
  if ('each' in shape)
    return mapEntries(value, (inner, name) => mapShape(inner, shape.each, at(name), replace));
  const { keys: shapes } = shape;
  return mapEntries(value, (inner, name) => {
    const own = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    return own === undefined ? inner : mapShape(inner, own, at(name), replace);
  });
}

/** A copy of a definition with something else in the places of its texts. */
export const replaceTexts = <D>(kind: TextKind, definition: D, replace: Replace): D =>
  mapShape(definition, SHAPES[kind], '', replace) as D;
