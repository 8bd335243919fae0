/** Checks the conditions of an action: which values of the request they need, and whether they can ever be true. */

import { isObject } from '../../runtime/core/object.ts';
import {
  COMPARISON_WORDS,
  type ComparisonWord,
  isComparison,
} from '../../runtime/core/rules/comparedField.ts';
import { isNamedRange } from '../../runtime/core/time/namedRange.ts';
import { compareOf } from '../check/checkFields.ts';
import type {
  CallAction,
  ComparedField,
  Definitions,
  Entity,
  Field,
  RequestedValue,
  ValueSource,
} from '../definition/definition.ts';
import { SERVER_FIELDS } from '../definition/entitySchemas.ts';
import { choice, type Problem, problemOf } from '../problem.ts';
import type { PureSchema } from '../write/pure.ts';
import { type ActionPlace, namesProblems, placeOf } from './place.ts';

type BoundSource = NonNullable<ComparedField[ComparisonWord]>;

export const isRequested = (
  source: BoundSource | ComparedField | null | undefined,
): source is RequestedValue => isObject(source) && ['path', 'query', 'body'].some((place) => place in source);

export const isCompared = (condition: ValueSource | ComparedField): condition is ComparedField =>
  isComparison(condition);

/** A value that a condition takes from the request. `word` is the comparison. Undefined if the field must equal it. */
interface Requested {
  source: RequestedValue;
  word: ComparisonWord | undefined;
}

export function requestedIn(condition: ValueSource | ComparedField): Requested[] {
  if (!isCompared(condition)) return isRequested(condition) ? [{ source: condition, word: undefined }] : [];
  return COMPARISON_WORDS.flatMap((word) => {
    const source = condition[word];
    return isRequested(source) ? [{ source, word }] : [];
  });
}

const MAX_TEXT = 200;

/**
 * Returns the schema of a value that a field is compared with. A moment may also be compared with a day, and a text
 * with a part of a text.
 */
export function comparedSchema(schema: PureSchema, word: ComparisonWord | undefined): PureSchema {
  if (word === undefined) return schema;
  if (schema.format === 'date-time')
    return { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] };
  if (word !== 'contains') return schema;
  if (isObject(schema.items)) return schema.items as PureSchema;
  return { type: 'string', minLength: 1, maxLength: MAX_TEXT };
}

/** A mistake in a comparison: its word and its message. */
interface Fault {
  word: string;
  key: Parameters<typeof problemOf>[2];
  params?: Record<string, unknown>;
}

const ORDERED = ['number', 'integer', 'date', 'date-time', 'decimal', 'string'];
const TIMES = ['date', 'date-time'];
/** Pairs of bounds on one side. Only the narrower one has an effect. */
const SIDES: readonly (readonly [ComparisonWord, ComparisonWord])[] = [
  ['atLeast', 'above'],
  ['atMost', 'below'],
];

const fieldOf = ({ schema }: Entity, name: string): Field =>
  schema.properties?.[name] ?? (SERVER_FIELDS[name] as Field | undefined) ?? {};

function wordFaults(condition: ComparedField, field: Field): Fault[] {
  const type = compareOf(field);
  const requires = (word: string, fits: boolean, kinds: string): Fault[] =>
    word in condition && !fits ? [{ word, key: 'noComparison', params: { type, kinds } }] : [];
  const isList = type === 'json' && field.items !== undefined;
  const moments = COMPARISON_WORDS.filter((word) => {
    const source = condition[word];
    return isObject(source) && ('now' in source || 'today' in source);
  });
  return [
    ...(['atLeast', 'above', 'atMost', 'below'] as const).flatMap((word) =>
      requires(word, ORDERED.includes(type), ORDERED.join(', ')),
    ),
    ...requires('contains', type === 'string' || type === 'words' || isList, 'string, array'),
    ...requires('within', TIMES.includes(type), TIMES.join(', ')),
    ...moments.flatMap((word) => requires(word, TIMES.includes(type), TIMES.join(', '))),
    ...moments
      .filter((word) => type === 'date' && isObject(condition[word]) && 'now' in (condition[word] as object))
      .map((word) => ({ word, key: 'dayOfMoment' as const })),
  ];
}

function comparedFaults(condition: ComparedField, field: Field): Fault[] {
  const { orEmpty, ...words } = condition;
  if (Object.keys(words).length === 0) return [{ word: 'orEmpty', key: 'comparesNothing' }];
  const both = SIDES.filter(([one, other]) => one in words && other in words);
  const unknown = words.within === undefined || isNamedRange(words.within) ? [] : ['within'];
  return [
    ...both.map(([, other]) => ({ word: other, key: 'sideTwice' as const })),
    ...unknown.map((word) => ({ word, key: 'unknown' as const })),
    ...(orEmpty && 'not' in words ? [{ word: 'orEmpty', key: 'emptyAnyway' as const }] : []),
    ...wordFaults(condition, field),
  ];
}

type Entities = Definitions['entities'];

/**
 * Returns the field that a condition names, with its entity. In `a.b`, `b` is a field of the entity that `a` refers to.
 */
function targetOf(
  entity: Entity,
  name: string,
  entities: Entities,
): { entity: Entity; field: string } | undefined {
  const [own = '', beyond] = name.split('.');
  if (beyond === undefined) return { entity, field: own };
  const target = entities.find(({ value }) => value.name === entity.schema.properties?.[own]?.['x-ref']);
  return target && { entity: target.value, field: beyond };
}

/** Checks the conditions of one part: their fields must exist and be comparable. */
export const conditionsProblems = (
  place: ActionPlace,
  entity: Entity,
  action: Pick<CallAction, 'where' | 'either'>,
  entities: Entities,
): Problem[] =>
  (['where', 'either'] as const).flatMap((part) =>
    Object.entries(action[part] ?? {}).flatMap(([name, condition]) => {
      const target = targetOf(entity, name, entities);
      if (!target) {
        const references = Object.entries(entity.schema.properties ?? {}).flatMap(([own, field]) =>
          field['x-ref'] ? [own] : [],
        );
        const known = choice(name.split('.')[0] ?? '', references);
        return [problemOf(...placeOf(place, part, name), 'noReferenceOf', { entity: entity.name, known })];
      }
      const unknown = namesProblems(place, target.entity, part, [target.field]);
      if (unknown.length > 0 || !isCompared(condition)) return unknown;
      return comparedFaults(condition, fieldOf(target.entity, target.field)).map(({ word, key, params }) =>
        problemOf(...placeOf(place, part, name, word), key, params),
      );
    }),
  );
