/** Checks roll-ups, numbers and exclusive values, which the server writes. */
import { isAmount } from '../../../runtime/core/numbers/money.ts';
import { fieldsFollowing, MARKS } from '../../../runtime/core/rules/rollups.ts';
import { fieldsBy, listShownDates, listShownFields, PERIODS } from '../../../runtime/core/rules/sequence.ts';
import type { Entity, Field, Rollup, Sequence, Source } from '../../definition/definition.ts';
import { SERVER_FIELDS } from '../../definition/entitySchemas.ts';
import { fieldTypeOf } from '../../fieldTypes.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { fieldValues, isOf, type Known } from '../checkFields.ts';
import type { Add } from '../scope.ts';

interface Checking {
  entity: Entity;
  known: Known;
  add: Add;
}

const ITSELF: Field = { type: 'integer' };
const KEYWORDS = ['x-rollup', 'x-sequence', 'x-exclusive'] as const;

export function keptProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const checking = { entity, known, add };
  for (const [name, field] of Object.entries(entity.schema.properties ?? {})) {
    const pointer = `/schema/properties/${name}`;
    if (field['x-rollup']) checkRollup(field, field['x-rollup'], pointer, checking);
    if (field['x-sequence']) checkSequence(name, field, field['x-sequence'], pointer, checking);
    if (field['x-exclusive']) checkSingle(field, field['x-exclusive'], `${pointer}/x-exclusive`, checking);
    refuseWithin(field, pointer, add);
  }
  return problems;
}

/** Refuses the keywords of server-written fields in nested fields, where they have no effect. */
function refuseWithin(field: Field, pointer: string, add: Add): void {
  const inner: [string, Field][] = [
    ...Object.entries(field.properties ?? {}).map(([name, property]): [string, Field] => [
      `${pointer}/properties/${name}`,
      property,
    ]),
    ...(field.items ? [[`${pointer}/items`, field.items] as [string, Field]] : []),
  ];
  for (const [place, property] of inner) {
    for (const keyword of KEYWORDS) if (property[keyword]) add(`${place}/${keyword}`, 'keptWithin');
    refuseWithin(property, place, add);
  }
}

/** Checks an exclusive mark: users must be able to set it, and the fields must be the record's own. */
function checkSingle(field: Field, by: readonly string[], pointer: string, { entity, add }: Checking): void {
  const { properties = {} } = entity.schema;
  if (field.type !== 'boolean' || field.readOnly || field['x-computed']) add(pointer, 'keptSingle');
  const names = Object.keys(properties).filter((name) => {
    const { type, 'x-lines': lines, 'x-sealed': sealed } = properties[name]!;
    return type !== 'array' && type !== 'object' && !lines && !sealed && properties[name] !== field;
  });
  for (const [at, name] of by.entries())
    if (!names.includes(name))
      add(`${pointer}/${at}`, 'noFieldOf', { entity: entity.name, known: choice(name, names) });
}

function checkRollup(field: Field, rollup: Rollup, pointer: string, { entity, known, add }: Checking): void {
  const where = `${pointer}/x-rollup`;
  const [childName = '', ref = ''] = rollup.of.split('.');
  if (!field.readOnly) add(where, 'keptReadonly');
  if (childName === MARKS) {
    checkMarked(field, rollup, where, ref, { entity, add });
    return;
  }
  const child = known.entities.get(childName);
  const fields = child?.schema.properties ?? {};
  if (!child) {
    add(`${where}/of`, 'noEntity', { known: choice(childName, [...known.entities.keys()]) });
    return;
  }
  const missing = (name: string, place: string): boolean => {
    if (fields[name]) return false;
    add(place, 'noFieldOf', { entity: childName, known: choice(name, Object.keys(fields)) });
    return true;
  };
  if (missing(ref, `${where}/of`)) return;
  if (fields[ref]?.['x-ref'] !== entity.name)
    add(`${where}/of`, 'rollupNoRef', { entity: entity.name, child: childName });
  const isCircle =
    child === entity ? readsItself(entity, rollup, ref) : leadsBack(entity.name, childName, known, new Set());
  if (isCircle) add(`${where}/of`, 'rollupCircle', { entity: entity.name });
  if (rollup.by !== undefined && !missing(rollup.by, `${where}/by`) && rollup.do !== 'last')
    add(`${where}/by`, 'rollupBy');
  checkSource(field, rollup, where, { child, add, missing });
  for (const [name, condition] of Object.entries(rollup.where?.properties ?? {})) {
    const place = `${where}/where/properties/${name}`;
    if (!missing(name, place)) checkWanted(fields[name] ?? {}, condition, place, known, add);
  }
  const guarded = [rollup.field, rollup.by, ...Object.keys(rollup.where?.properties ?? {})].find(
    (name) => name !== undefined && fields[name]?.['x-permission'] !== undefined,
  );
  if (guarded !== undefined && field['x-permission'] === undefined)
    add(where, 'rollupPermission', { child: childName, name: guarded });
}

/** Checks a roll-up of marks. It can only be a count, and only of marks that are counted for all users. */
function checkMarked(
  field: Field,
  { of: _, do: figure, ...more }: Rollup,
  where: string,
  mark: string,
  { entity, add }: Pick<Checking, 'entity' | 'add'>,
): void {
  const counted = (entity.marks ?? []).flatMap(({ name, count }) => (count ? [name] : []));
  const known = counted.map((name) => `${MARKS}.${name}`);
  if (!counted.includes(mark))
    add(`${where}/of`, 'rollupMark', { entity: entity.name, known: choice(`${MARKS}.${mark}`, known) });
  if (figure !== 'count' || Object.keys(more).length > 0) add(where, 'rollupMarkCount');
  else if (field.type !== 'integer') add(where, 'typeOf', { reason: '"do": "count"', type: 'integer' });
}

/** Refuses values that the field can never have, because no record would count. */
export function checkWanted(
  field: Field,
  condition: { const?: unknown; enum?: unknown[]; not?: { enum: unknown[] } },
  place: string,
  { dictionaries }: Known,
  add: Add,
): void {
  const values = fieldValues(field, dictionaries);
  const type = field.type ?? 'string';
  const named = [condition.const, ...(condition.enum ?? []), ...(condition.not?.enum ?? [])];
  for (const value of named.filter((value) => value !== undefined)) {
    if (!isOf(value, type)) add(place, 'typeOf', { reason: JSON.stringify(value), type });
    else if (values.length > 0 && !values.includes(value))
      add(place, 'oneOf', { known: choice(value, values) });
  }
}

/** Checks that the column of the figure can store the value. */
function checkSource(
  field: Field,
  rollup: Rollup,
  where: string,
  { child, add, missing }: { child: Entity; add: Add; missing(name: string, place: string): boolean },
): void {
  if (rollup.do === 'count') {
    if (rollup.field !== undefined) add(`${where}/field`, 'rollupCount');
    if (field.type !== 'integer') add(where, 'typeOf', { reason: '"do": "count"', type: 'integer' });
    return;
  }
  if (rollup.field === undefined) {
    add(where, 'rollupNoField', { child: child.name });
    return;
  }
  // The roll-up stores the id of the child record itself if its field refers to the child.
  const isItself = rollup.field === 'id' && field['x-ref'] === child.name;
  if (!isItself && missing(rollup.field, `${where}/field`)) return;
  const source = child.schema.properties?.[rollup.field] ?? ITSELF;
  const { column, filter } = fieldTypeOf(source);
  const isOrdered = column !== 'jsonb' && column !== 'bool';
  const fits = rollup.do === 'last' || (rollup.do === 'sum' ? filter === 'number' : isOrdered);
  if (!fits || source.writeOnly || source['x-sealed'] || source['x-sequence'])
    add(`${where}/field`, 'rollupKind', { do: rollup.do });
  else if (fieldTypeOf(field).column !== column || isAmount(field) !== isAmount(source))
    add(where, 'typeOf', {
      reason: `${child.name}.${rollup.field}`,
      type: [source.type, source.format].filter(Boolean).join(', '),
    });
}

/** Returns the entities whose records are rolled up into those of this one. */
const childrenOf = ({ schema }: Entity): string[] =>
  Object.values(schema.properties ?? {}).flatMap((field) => field['x-rollup']?.of.split('.')[0] ?? []);

/**
 * Returns whether records are rolled up into other records of their entity, such as refunds into payments. The
 * roll-up must read only fields that no other figure changes.
 */
function readsItself({ schema }: Entity, { field, by, where }: Rollup, ref: string): boolean {
  const following = fieldsFollowing(schema);
  const sources = [ref, field, by, ...Object.keys(where?.properties ?? {})];
  return sources.some((name) => name !== undefined && following.has(name));
}

/** Returns whether the records below are themselves rolled up from those above. */
function leadsBack(entity: string, child: string, known: Known, seen: Set<string>): boolean {
  if (child === entity) return true;
  if (seen.has(child)) return false;
  seen.add(child);
  const below = known.entities.get(child);
  return below ? childrenOf(below).some((one) => leadsBack(entity, one, known, seen)) : false;
}

const CHOICES = ['format', 'enum', 'x-options', 'x-dictionary', 'x-ref', 'x-sealed', 'x-computed', 'default'];

function checkSequence(
  name: string,
  field: Field,
  sequence: Sequence,
  pointer: string,
  { entity, add }: Checking,
): void {
  const where = `${pointer}/x-sequence`;
  const { pattern, given, gapless, by = [] } = sequence;
  if (field.type !== 'string' || CHOICES.some((keyword) => field[keyword] !== undefined))
    add(where, 'sequenceText');
  if (!given && !field.readOnly) add(where, 'keptReadonly');
  if (given && field.readOnly) add(where, 'sequenceGiven', { name: '"readOnly"' });
  if (given && gapless) add(where, 'sequenceGiven', { name: '"gapless"' });
  const others = Object.keys(entity.schema.properties ?? {}).filter((other) => other !== name);
  const unknown = (field: string, place: string, more: readonly string[]): void => {
    if (!others.includes(field) || SERVER_FIELDS[field])
      add(place, 'noFieldOf', { entity: entity.name, known: choice(field, [...more, ...others]) });
  };
  for (const [index, part] of by.entries())
    if (fieldsBy(sequence).includes(part))
      unknown(part, `${where}/by/${index}`, ['tenant', ...Object.keys(PERIODS)]);
  for (const field of listShownFields(pattern))
    unknown(field, `${where}/pattern`, ['yyyy', 'yy', 'MM', 'dd', 'n']);
  for (const [period, shown] of Object.entries(PERIODS)) {
    const hidden = shown.filter((field) => !listShownDates(pattern).includes(field));
    if (by.includes(period) && hidden.length > 0)
      add(`${where}/pattern`, 'sequencePeriod', {
        period,
        known: hidden.map((field) => `{${field}}`).join(''),
      });
  }
  const begins = fieldsBy(sequence);
  const isUnique = (entity.unique ?? []).some(
    (names) =>
      names.includes(name) &&
      names.every((part) => part === name || begins.includes(part)) &&
      begins.every((name) => names.includes(name) || listShownFields(pattern).includes(name)),
  );
  if (!isUnique) add(where, 'sequenceUnique', { name });
}
