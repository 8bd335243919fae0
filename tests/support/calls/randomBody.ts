/** Random bodies. Most match their schema, and some are wrong in one place. The same seed creates the same bodies. */
import type { Description, Schema } from '../../../server/engine/surface/description.ts';
import { sample } from './samples.ts';

type Random = () => number;

/** Mulberry32, which is small and returns the same numbers on every machine. */
export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WRONG_SHARE = 0.3;
const MAX_ITEMS = 3;
const MAX_DEPTH = 6;
const MAX_RANDOM_TEXT = 60;
const SIGNS = ['a', 'Z', '0', ' ', '-', '_', '%', "'", '"', '\\', '<', '{', '/', '.', ';', '\n', '电', '😀'];
const WRONG: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  'text',
  '\ud800',
  'a\u0000b',
  [],
  {},
  [[]],
  { a: { b: 1 } },
];

function pickOne<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!;
}

function textRandom(schema: Schema, description: Description, random: Random): string {
  if (schema.format !== undefined || schema.pattern !== undefined)
    return String(sample(schema, description, { optional: true }));
  const least = Number(schema.minLength ?? 0);
  const most = Math.min(Number(schema.maxLength ?? MAX_RANDOM_TEXT), Math.max(MAX_RANDOM_TEXT, least));
  const length = least + Math.floor(random() * (most - least + 1));
  let text = '';
  while ([...text].length < length) text += pickOne(random, SIGNS);
  return text;
}

function numberRandom(schema: Schema, random: Random): number {
  const least = Number(schema.minimum ?? schema.exclusiveMinimum ?? -1e6);
  const most = Number(schema.maximum ?? schema.exclusiveMaximum ?? 1e6);
  const edge = random();
  const value = edge < 0.1 ? least : edge < 0.2 ? most : least + random() * (most - least);
  return [schema.type].flat().includes('integer') ? Math.round(value) : value;
}

function valueRandom(schema: Schema, description: Description, random: Random, depth: number): unknown {
  const next = (one: unknown) => valueRandom(one as Schema, description, random, depth + 1);
  const { $ref, oneOf, anyOf, const: only, enum: values, items, prefixItems } = schema;
  if (typeof $ref === 'string')
    return next(description.components.schemas[$ref.split('/').pop() ?? ''] ?? {});
  if (only !== undefined) return only;
  if (Array.isArray(values)) return pickOne(random, values);
  const choices = oneOf ?? anyOf;
  if (Array.isArray(choices) && schema.type === undefined) return next(pickOne(random, choices));
  switch (pickOne(random, [schema.type].flat())) {
    case 'string':
      return textRandom(schema, description, random);
    case 'integer':
    case 'number':
      return numberRandom(schema, random);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    case 'array': {
      if (Array.isArray(prefixItems)) return prefixItems.map(next);
      const least = Number(schema.minItems ?? 0);
      const most = Math.min(Number(schema.maxItems ?? MAX_ITEMS), Math.max(MAX_ITEMS, least));
      const count = depth > MAX_DEPTH ? least : least + Math.floor(random() * (most - least + 1));
      return items ? Array.from({ length: count }, () => next(items)) : [];
    }
    case 'object': {
      const required = new Set((schema.required as string[] | undefined) ?? []);
      return Object.fromEntries(
        Object.entries((schema.properties as Record<string, Schema> | undefined) ?? {})
          .filter(([name]) => required.has(name) || (depth <= MAX_DEPTH && random() < 0.5))
          .map(([name, property]) => [name, next(property)]),
      );
    }
    default:
      return pickOne(random, WRONG);
  }
}

/** Makes a value wrong at a random place. */
function spoilValue(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.2) return pickOne(random, WRONG);
  const keys = Object.keys(value);
  if (keys.length === 0) return pickOne(random, WRONG);
  const key = pickOne(random, keys);
  const inner = spoilValue((value as Record<string, unknown>)[key], random);
  return Array.isArray(value) ? value.with(Number(key), inner) : { ...value, [key]: inner };
}

export function bodyRandom(schema: Schema, description: Description, random: Random): unknown {
  const body = valueRandom(schema, description, random, 0);
  return random() < WRONG_SHARE ? spoilValue(body, random) : body;
}
