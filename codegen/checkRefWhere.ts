/** Checks what a reference asks of the records that may be chosen: names that exist, and values that can be equal. */

import { siteOf } from '../runtime/core/definitions/site.ts';
import { SITE } from '../runtime/core/refWhere.ts';
import { fieldValues, isOf, type Known } from './checkFields.ts';
import type { Entity, Field } from './definition.ts';
import { choice } from './problem.ts';
import type { Add } from './scope.ts';

/** Fields of these types have values that can be compared. */
const PLAIN = ['string', 'number', 'integer', 'boolean'];
const NUMBERS = ['number', 'integer'];

type Wanted = NonNullable<Field['x-refWhere']>[string];

interface Place {
  /** The field itself, which cannot follow its own value. */
  name: string;
  /** The object with the field, and the record around its line. */
  holders: readonly Field[];
  known: Known;
  add: Add;
}

const isAlike = (one: Field, other: Field): boolean =>
  one.type === other.type || (NUMBERS.includes(one.type ?? '') && NUMBERS.includes(other.type ?? ''));

const isStation = (field: Field): boolean => field['x-ref'] === 'station' && field['x-refKey'] === 'sn';

/** The field that a value is taken from; it must be of the kind that `fits`. */
function checkFollowed(wanted: Wanted, pointer: string, place: Place, fits: (field: Field) => boolean): void {
  if (typeof wanted !== 'object') return;
  const fields = place.holders.flatMap(({ properties }) => Object.entries(properties ?? {}));
  const fitting = fields.filter(([name, field]) => name !== place.name && fits(field)).map(([name]) => name);
  if (!fitting.includes(wanted.var))
    place.add(`${pointer}/var`, 'refWhereField', {
      name: wanted.var,
      known: choice(wanted.var, [...new Set(fitting)]),
    });
}

function checkSite(target: Entity, wanted: Wanted, pointer: string, place: Place): void {
  if (!siteOf(target as Parameters<typeof siteOf>[0]))
    place.add(pointer, 'refWhereNoSite', { entity: target.name });
  else if (typeof wanted !== 'object') place.add(pointer, 'refWhereSite');
  else checkFollowed(wanted, pointer, place, isStation);
}

function checkWanted(target: Entity, name: string, wanted: Wanted, pointer: string, place: Place): void {
  const { add, known } = place;
  const fields = Object.entries(target.schema.properties ?? {}).filter(
    ([, field]) => PLAIN.includes(field.type ?? '') && !field.writeOnly && !field['x-sealed'],
  );
  const asked = fields.find(([one]) => one === name)?.[1];
  if (!asked) {
    const names = fields.map(([one]) => one);
    add(pointer, 'noFieldOf', { entity: target.name, known: choice(name, [...names, SITE]) });
    return;
  }
  if (typeof wanted === 'object') {
    checkFollowed(wanted, pointer, place, (field) => isAlike(field, asked));
    return;
  }
  const values = fieldValues(asked, known.dictionaries);
  if (!isOf(wanted, asked.type!)) add(pointer, 'defaultType', { type: asked.type! });
  else if (values.length > 0 && !values.includes(wanted))
    add(pointer, 'noValueOf', { value: JSON.stringify(wanted), field: name, known: choice(wanted, values) });
}

/** `field` stands at `pointer` and points at records, or has items that do. */
export function checkRefWhere(field: Field, pointer: string, place: Place): void {
  const where = field['x-refWhere'];
  if (!where) return;
  const at = `${pointer}/x-refWhere`;
  const target = place.known.entities.get(field['x-ref'] ?? '');
  if (!field['x-ref'] || field.readOnly) place.add(at, 'refWhereUnread');
  if (!target) return;
  for (const [name, wanted] of Object.entries(where))
    if (name === SITE) checkSite(target, wanted, `${at}/${name}`, place);
    else checkWanted(target, name, wanted, `${at}/${name}`, place);
}
