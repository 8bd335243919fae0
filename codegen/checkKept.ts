/** Roll-ups and numbers, which the server keeps by itself, must be able to be kept. */
import { isAmount } from '../runtime/core/money.ts';
import { rollupsOf } from '../runtime/core/rollups.ts';
import { datesShown, fieldsBy, fieldsShown, PERIODS } from '../runtime/core/sequence.ts';
import { fieldValues, isOf, type Known } from './checkFields.ts';
import type { Entity, Field, Rollup, Sequence, Source } from './definition.ts';
import { SERVER_FIELDS } from './entitySchemas.ts';
import { fieldTypeOf } from './fieldTypes.ts';
import { choice, type Problem, problemOf } from './problem.ts';
import type { Add } from './scope.ts';

interface Checking {
  entity: Entity;
  known: Known;
  add: Add;
}

const KEYWORDS = ['x-rollup', 'x-sequence'] as const;

export function keptProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const checking = { entity, known, add };
  for (const [name, field] of Object.entries(entity.schema.properties ?? {})) {
    const pointer = `/schema/properties/${name}`;
    if (field['x-rollup']) checkRollup(field, field['x-rollup'], pointer, checking);
    if (field['x-sequence']) checkSequence(name, field, field['x-sequence'], pointer, checking);
    refuseWithin(field, pointer, add);
  }
  return problems;
}

/** Nobody keeps what stands in the columns of other things. */
function refuseWithin(field: Field, pointer: string, add: Add): void {
  const inner: [string, Field][] = [
    ...Object.entries(field.properties ?? {}).map(([name, one]): [string, Field] => [
      `${pointer}/properties/${name}`,
      one,
    ]),
    ...(field.items ? [[`${pointer}/items`, field.items] as [string, Field]] : []),
  ];
  for (const [place, one] of inner) {
    for (const keyword of KEYWORDS) if (one[keyword]) add(`${place}/${keyword}`, 'keptWithin');
    refuseWithin(one, place, add);
  }
}

function checkRollup(field: Field, rollup: Rollup, pointer: string, { entity, known, add }: Checking): void {
  const own = `${pointer}/x-rollup`;
  const [childName = '', ref = ''] = rollup.of.split('.');
  const child = known.entities.get(childName);
  const fields = child?.schema.properties ?? {};
  if (!field.readOnly) add(own, 'keptReadonly');
  if (!child) {
    add(`${own}/of`, 'noEntity', { known: choice(childName, [...known.entities.keys()]) });
    return;
  }
  const missing = (name: string, place: string): boolean => {
    if (fields[name]) return false;
    add(place, 'noFieldOf', { entity: childName, known: choice(name, Object.keys(fields)) });
    return true;
  };
  if (missing(ref, `${own}/of`)) return;
  if (fields[ref]?.['x-ref'] !== entity.name)
    add(`${own}/of`, 'rollupNoRef', { entity: entity.name, child: childName });
  if (leadsBack(entity.name, childName, known, new Set()))
    add(`${own}/of`, 'rollupCircle', { entity: entity.name });
  if (rollup.by !== undefined && !missing(rollup.by, `${own}/by`) && rollup.do !== 'last')
    add(`${own}/by`, 'rollupBy');
  checkTaken(field, rollup, own, { child, add, missing });
  for (const [name, wanted] of Object.entries(rollup.where?.properties ?? {})) {
    const place = `${own}/where/properties/${name}`;
    if (!missing(name, place)) checkWanted(fields[name] ?? {}, wanted, place, known, add);
  }
  const guarded = [rollup.field, rollup.by, ...Object.keys(rollup.where?.properties ?? {})].find(
    (name) => name !== undefined && fields[name]?.['x-permission'] !== undefined,
  );
  if (guarded !== undefined && field['x-permission'] === undefined)
    add(own, 'rollupPermission', { child: childName, name: guarded });
}

/** Values that the field can never have would take no record at all. */
function checkWanted(
  field: Field,
  wanted: { const?: unknown; enum?: unknown[]; not?: { enum: unknown[] } },
  place: string,
  { dictionaries }: Known,
  add: Add,
): void {
  const values = fieldValues(field, dictionaries);
  const type = field.type ?? 'string';
  const named = [wanted.const, ...(wanted.enum ?? []), ...(wanted.not?.enum ?? [])];
  for (const value of named.filter((one) => one !== undefined)) {
    if (!isOf(value, type)) add(place, 'typeOf', { reason: JSON.stringify(value), type });
    else if (values.length > 0 && !values.includes(value))
      add(place, 'oneOf', { known: choice(value, values) });
  }
}

/** The column of the figure must hold what is taken. */
function checkTaken(
  field: Field,
  rollup: Rollup,
  own: string,
  { child, add, missing }: { child: Entity; add: Add; missing(name: string, place: string): boolean },
): void {
  if (rollup.do === 'count') {
    if (rollup.field !== undefined) add(`${own}/field`, 'rollupCount');
    if (field.type !== 'integer') add(own, 'typeOf', { reason: '"do": "count"', type: 'integer' });
    return;
  }
  if (rollup.field === undefined) {
    add(own, 'rollupNoField', { child: child.name });
    return;
  }
  if (missing(rollup.field, `${own}/field`)) return;
  const taken = child.schema.properties?.[rollup.field] ?? {};
  const { column, filter } = fieldTypeOf(taken);
  const isOrdered = column !== 'jsonb' && column !== 'bool';
  const fits = rollup.do === 'last' || (rollup.do === 'sum' ? filter === 'number' : isOrdered);
  if (!fits || taken.writeOnly || taken['x-sealed'] || taken['x-sequence'])
    add(`${own}/field`, 'rollupKind', { do: rollup.do });
  else if (fieldTypeOf(field).column !== column || isAmount(field) !== isAmount(taken))
    add(own, 'typeOf', {
      reason: `${child.name}.${rollup.field}`,
      type: [taken.type, taken.format].filter(Boolean).join(', '),
    });
}

/** Tells whether the records below are themselves rolled up from those above. */
function leadsBack(entity: string, child: string, known: Known, seen: Set<string>): boolean {
  if (child === entity) return true;
  if (seen.has(child)) return false;
  seen.add(child);
  const below = known.entities.get(child);
  return below ? rollupsOf(below as never).some((one) => leadsBack(entity, one.child, known, seen)) : false;
}

const CHOICES = ['format', 'enum', 'x-options', 'x-dictionary', 'x-ref', 'x-sealed', 'x-computed', 'default'];

function checkSequence(
  name: string,
  field: Field,
  sequence: Sequence,
  pointer: string,
  { entity, add }: Checking,
): void {
  const own = `${pointer}/x-sequence`;
  const { pattern, given, gapless, by = [] } = sequence;
  if (field.type !== 'string' || CHOICES.some((keyword) => field[keyword] !== undefined))
    add(own, 'sequenceText');
  if (!given && !field.readOnly) add(own, 'keptReadonly');
  if (given && field.readOnly) add(own, 'sequenceGiven', { name: '"readOnly"' });
  if (given && gapless) add(own, 'sequenceGiven', { name: '"gapless"' });
  const others = Object.keys(entity.schema.properties ?? {}).filter((one) => one !== name);
  const unknown = (one: string, place: string, more: readonly string[]): void => {
    if (!others.includes(one) || SERVER_FIELDS[one])
      add(place, 'noFieldOf', { entity: entity.name, known: choice(one, [...more, ...others]) });
  };
  for (const [at, one] of by.entries())
    if (fieldsBy(sequence).includes(one))
      unknown(one, `${own}/by/${at}`, ['tenant', ...Object.keys(PERIODS)]);
  for (const one of fieldsShown(pattern)) unknown(one, `${own}/pattern`, ['yyyy', 'yy', 'MM', 'dd', 'n']);
  for (const [period, shown] of Object.entries(PERIODS)) {
    const hidden = shown.filter((one) => !datesShown(pattern).includes(one));
    if (by.includes(period) && hidden.length > 0)
      add(`${own}/pattern`, 'sequencePeriod', { period, known: hidden.map((one) => `{${one}}`).join('') });
  }
  const begins = fieldsBy(sequence);
  const isUnique = (entity.unique ?? []).some(
    (names) =>
      names.includes(name) &&
      names.every((one) => one === name || begins.includes(one)) &&
      begins.every((one) => names.includes(one) || fieldsShown(pattern).includes(one)),
  );
  if (!isUnique) add(own, 'sequenceUnique', { name });
}
