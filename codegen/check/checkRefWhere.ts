/** Checks how a reference filters the records that may be chosen: names must exist, and values must be comparable. */

import { siteOf } from '../../runtime/core/definitions/site.ts';
import { SITE } from '../../runtime/core/rules/refWhere.ts';
import type { Entity, Field } from '../definition/definition.ts';
import { choice } from '../problem.ts';
import { fieldValues, isOf, type Known } from './checkFields.ts';
import type { Add } from './scope.ts';

/** Fields of these types have values that can be compared. */
const PLAIN = ['string', 'number', 'integer', 'boolean'];
const NUMBERS = ['number', 'integer'];

type Expected = NonNullable<Field['x-refWhere']>[string];

interface Place {
  /** The name of the field itself, which cannot follow its own value. */
  name: string;
  /** The object with the field, and the record around its line. */
  holders: readonly Field[];
  known: Known;
  add: Add;
}

const isFollowing = (wanted: Expected): wanted is { var: string } =>
  typeof wanted === 'object' && !Array.isArray(wanted);

const isAlike = (first: Field, other: Field): boolean =>
  first.type === other.type || (NUMBERS.includes(first.type ?? '') && NUMBERS.includes(other.type ?? ''));

const isStation = (field: Field): boolean => field['x-ref'] === 'station' && field['x-refKey'] === 'sn';

/** Checks the field that a value is taken from. Its kind must pass `fits`. */
function checkFollowed(
  value: Expected,
  pointer: string,
  place: Place,
  fits: (field: Field) => boolean,
): void {
  if (!isFollowing(value)) return;
  const fields = place.holders.flatMap(({ properties }) => Object.entries(properties ?? {}));
  const fitting = fields.filter(([name, field]) => name !== place.name && fits(field)).map(([name]) => name);
  if (!fitting.includes(value.var))
    place.add(`${pointer}/var`, 'refWhereField', {
      name: value.var,
      known: choice(value.var, [...new Set(fitting)]),
    });
}

function checkSite(target: Entity, value: Expected, pointer: string, place: Place): void {
  if (!siteOf(target as Parameters<typeof siteOf>[0]))
    place.add(pointer, 'refWhereNoSite', { entity: target.name });
  else if (!isFollowing(value)) place.add(pointer, 'refWhereSite');
  else checkFollowed(value, pointer, place, isStation);
}

function checkExpected(target: Entity, name: string, value: Expected, pointer: string, place: Place): void {
  const { add } = place;
  const fields = Object.entries(target.schema.properties ?? {}).filter(
    ([, field]) => PLAIN.includes(field.type ?? '') && !field.writeOnly && !field['x-sealed'],
  );
  const compared = fields.find(([fieldName]) => fieldName === name)?.[1];
  if (!compared) {
    const names = fields.map(([fieldName]) => fieldName);
    add(pointer, 'noFieldOf', { entity: target.name, known: choice(name, [...names, SITE]) });
    return;
  }
  if (isFollowing(value)) {
    checkFollowed(value, pointer, place, (field) => isAlike(field, compared));
    return;
  }
  for (const [at, one] of [value].flat().entries())
    checkFixed(one, compared, Array.isArray(value) ? `${pointer}/${at}` : pointer, { name, place });
}

function checkFixed(
  value: unknown,
  compared: Field,
  pointer: string,
  { name, place: { add, known } }: { name: string; place: Place },
): void {
  const values = fieldValues(compared, known.dictionaries);
  if (!isOf(value, compared.type!)) add(pointer, 'defaultType', { type: compared.type! });
  else if (values.length > 0 && !values.includes(value))
    add(pointer, 'noValueOf', { value: JSON.stringify(value), field: name, known: choice(value, values) });
}

/** `field` is at `pointer`. The field or its items refer to records. */
export function checkRefWhere(field: Field, pointer: string, place: Place): void {
  const where = field['x-refWhere'];
  if (!where) return;
  const pointerOf = `${pointer}/x-refWhere`;
  const target = place.known.entities.get(field['x-ref'] ?? '');
  // Without a reference the keyword has no use, which `checkWords.ts` refuses.
  if (!field['x-ref']) return;
  if (field.readOnly) place.add(pointerOf, 'refWhereUnread');
  if (!target) return;
  for (const [name, value] of Object.entries(where))
    if (name === SITE) checkSite(target, value, `${pointerOf}/${name}`, place);
    else checkExpected(target, name, value, `${pointerOf}/${name}`, place);
}
