/** Checks a condition: a JSON Schema over an object whose fields are known. */

import { isAmount } from '../runtime/core/money.ts';
import { isObject } from '../runtime/core/object.ts';
import type { Condition, Field } from './definition.ts';
import { choice, escaped } from './problem.ts';
import { type Add, findField } from './scope.ts';

/** Keywords that hold further conditions over the same value. */
const SAME = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];
/** Keywords that hold a condition over each item of a list. */
const ITEMS = ['items', 'contains'];
const LIMITS: Record<string, readonly (Field['type'] | 'money')[]> = {
  minimum: ['number', 'integer', 'money'],
  maximum: ['number', 'integer', 'money'],
  exclusiveMinimum: ['number', 'integer', 'money'],
  exclusiveMaximum: ['number', 'integer', 'money'],
  multipleOf: ['number', 'integer'],
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  minItems: ['array'],
  maxItems: ['array'],
};
/** An amount is a text, which no number equals, and is compared in the home currency. */
const EQUAL = ['const', 'enum'];
const KEYWORDS = [
  ...SAME,
  ...ITEMS,
  ...Object.keys(LIMITS),
  'properties',
  'required',
  'const',
  'enum',
  'type',
  'minContains',
  'maxContains',
];

/** The values that a field may have, where they are fixed. */
export type ValuesOf = (field: Field) => unknown[];

interface Checking {
  add: Add;
  valuesOf: ValuesOf;
}

const isCondition = (value: unknown): value is Condition => isObject(value);

function checkNames(
  condition: Condition,
  field: Field | undefined,
  pointer: string,
  { add }: Checking,
): void {
  const named = [
    ...Object.keys((condition.properties as object | undefined) ?? {}).map(
      (name) => [name, `${pointer}/properties/${escaped(name)}`] as const,
    ),
    ...((condition.required as string[] | undefined) ?? []).map(
      (name, index) => [name, `${pointer}/required/${index}`] as const,
    ),
  ];
  const said = new Set<string>();
  for (const [name, place] of named) {
    const target = findField(field, name);
    if (!('missing' in target) || said.has(name)) continue;
    said.add(name);
    add(place, 'conditionField', { name, known: choice(name, target.known) });
  }
}

/** A value that the field cannot have makes the condition hold always or never. */
function checkValues(
  condition: Condition,
  field: Field | undefined,
  pointer: string,
  checking: Checking,
): void {
  const allowed = field
    ? checking.valuesOf(field.items && !field.items.properties ? field.items : field)
    : [];
  if (allowed.length === 0) return;
  const named = [
    ...('const' in condition ? [[condition.const, `${pointer}/const`] as const] : []),
    ...((condition.enum as unknown[] | undefined) ?? []).map(
      (value, index) => [value, `${pointer}/enum/${index}`] as const,
    ),
  ];
  for (const [value, place] of named)
    if (!allowed.includes(value))
      checking.add(place, 'conditionValue', { value: JSON.stringify(value), known: choice(value, allowed) });
}

function checkKeywords(
  condition: Condition,
  field: Field | undefined,
  pointer: string,
  { add }: Checking,
): void {
  for (const keyword of Object.keys(condition)) {
    if (!KEYWORDS.includes(keyword)) {
      add(`${pointer}/${escaped(keyword)}`, 'conditionKeyword', {
        keyword,
        known: choice(keyword, KEYWORDS),
      });
      continue;
    }
    if (isAmount(field) && EQUAL.includes(keyword)) {
      add(`${pointer}/${keyword}`, 'conditionAmount');
      continue;
    }
    const kind = isAmount(field) ? 'money' : field?.type;
    const kinds = LIMITS[keyword];
    if (kinds && kind && !kinds.includes(kind))
      add(`${pointer}/${keyword}`, 'conditionLimit', { keyword, kind });
  }
}

/** `field` is what the condition looks at; nothing is said about what is not known. */
export function checkCondition(
  condition: Condition,
  field: Field | undefined,
  pointer: string,
  checking: Checking,
): void {
  checkKeywords(condition, field, pointer, checking);
  checkNames(condition, field, pointer, checking);
  checkValues(condition, field, pointer, checking);
  const below = (inner: unknown, of: Field | undefined, place: string): void => {
    if (isCondition(inner)) checkCondition(inner, of, place, checking);
  };
  for (const keyword of SAME)
    for (const [index, inner] of [condition[keyword]].flat().entries())
      below(
        inner,
        field,
        Array.isArray(condition[keyword]) ? `${pointer}/${keyword}/${index}` : `${pointer}/${keyword}`,
      );
  for (const keyword of ITEMS) below(condition[keyword], field?.items, `${pointer}/${keyword}`);
  for (const [name, inner] of Object.entries(
    (condition.properties as Record<string, unknown> | undefined) ?? {},
  )) {
    const place = findField(field, name);
    below(inner, 'field' in place ? place.field : undefined, `${pointer}/properties/${escaped(name)}`);
  }
}
