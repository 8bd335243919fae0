/**
 * Checks values that a record copies from the records that it refers to (x-copyInto, x-copyFrom). They must exist and
 * fit their target.
 */
import { isAmount } from '../../../runtime/core/numbers/money.ts';
import { lineFieldsOf } from '../../../runtime/core/rules/referenceValues.ts';
import type { Entity, Field, Source } from '../../definition/definition.ts';
import { fieldTypeOf } from '../../fieldTypes.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import type { Known } from '../checkFields.ts';
import type { Add } from '../scope.ts';

const KEYWORDS = ['x-copyInto', 'x-copyFrom', 'x-snapshot'] as const;
const RIVALS = ['default', 'x-default', 'x-computed', 'x-rollup', 'x-sequence'];

export function takingProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  for (const [name, field] of Object.entries(entity.schema.properties ?? {})) {
    const pointer = `/schema/properties/${name}`;
    if (field['x-lines']) continue;
    if (field['x-copyInto']) checkFill(name, field, `${pointer}/x-copyInto`, { entity, known, add });
    if (field['x-copyFrom'] !== undefined)
      checkFrom(field, field['x-copyFrom'], pointer, { entity, known, add });
    else if (field['x-snapshot']) add(`${pointer}/x-snapshot`, 'keepNothing');
    refuseWithin(field, pointer, add);
  }
  return problems;
}

interface Checking {
  entity: Entity;
  known: Known;
  add: Add;
}

/**
 * Refuses the copy keywords on fields inside objects and lists. The server copies values only into fields of a record
 * and of its lines.
 */
function refuseWithin(field: Field, pointer: string, add: Add): void {
  const inner = Object.entries(field.properties ?? {}).map(
    ([name, one]) => [`${pointer}/properties/${name}`, one] as const,
  );
  for (const [place, one] of [
    ...inner,
    ...(field.items ? [[`${pointer}/items`, field.items] as const] : []),
  ]) {
    for (const keyword of KEYWORDS) if (one[keyword] !== undefined) add(`${place}/${keyword}`, 'keptWithin');
    refuseWithin(one, place, add);
  }
}

/** Returns the field of the referenced record, if it may be copied. */
function findTheirs(target: Entity, theirs: string, place: string, add: Add): Field | undefined {
  const fields = target.schema.properties ?? {};
  const open = Object.keys(fields).filter((name) => {
    const { writeOnly, 'x-sealed': sealed, 'x-lines': lines } = fields[name] ?? {};
    return !writeOnly && !sealed && !lines;
  });
  if (open.includes(theirs)) return fields[theirs];
  add(place, 'noFieldOf', { entity: target.name, known: choice(theirs, open) });
  return undefined;
}

/** Checks that both fields have the same kind and meaning. */
function checkFit(own: Field, theirs: Field, reason: string, place: string, add: Add): void {
  const isSame =
    fieldTypeOf(own).column === fieldTypeOf(theirs).column &&
    isAmount(own) === isAmount(theirs) &&
    own['x-ref'] === theirs['x-ref'] &&
    (own['x-dictionary'] === undefined || own['x-dictionary'] === theirs['x-dictionary']);
  const type = [theirs.type, theirs.format, theirs['x-dictionary'], theirs['x-ref']];
  if (!isSame) add(place, 'typeOf', { reason, type: type.filter(Boolean).join(', ') });
}

function checkFill(ref: string, field: Field, place: string, { entity, known, add }: Checking): void {
  const target = known.entities.get(field['x-ref'] ?? '');
  if (!target) {
    add(place, 'fillNoRef');
    return;
  }
  const fields = entity.schema.properties ?? {};
  const owned = new Set([ref, entity.states?.field, entity.approval?.field]);
  const open = Object.keys(fields).filter((name) => !fields[name]?.readOnly && !owned.has(name));
  for (const [own, theirs] of Object.entries(field['x-copyInto'] ?? {})) {
    if (!open.includes(own)) {
      add(`${place}/${own}`, 'fillOwn', { name: own, known: choice(own, open) });
      continue;
    }
    if (fields[own]?.['x-lines']) {
      checkLinesFill(fields[own], target, theirs, `${place}/${own}`, add);
      continue;
    }
    const found = findTheirs(target, theirs, `${place}/${own}`, add);
    if (found) checkFit(fields[own] ?? {}, found, `${target.name}.${theirs}`, `${place}/${own}`, add);
  }
}

/** Checks copied lines. Fields are copied by their names: required fields must exist, and existing ones must fit. */
function checkLinesFill(own: Field, target: Entity, theirs: string, place: string, add: Add): void {
  const tables = Object.entries(target.schema.properties ?? {}).filter(([, field]) => field['x-lines']);
  const source = tables.find(([name]) => name === theirs)?.[1].items;
  if (!source) {
    const names = tables.map(([name]) => name);
    add(place, 'noFieldOf', { entity: target.name, known: choice(theirs, names) });
    return;
  }
  const fields = own.items?.properties ?? {};
  for (const name of lineFieldsOf({ properties: fields })) {
    const [mine = {}, other] = [fields[name], source.properties?.[name]];
    const isNeeded = own.items?.required?.includes(name) && mine.default === undefined;
    if (other) checkFit(mine, other, `${target.name}.${theirs}.${name}`, place, add);
    else if (isNeeded) add(place, 'fillLacks', { name, entity: target.name, lines: theirs });
  }
}

function checkFrom(field: Field, from: string, pointer: string, { entity, known, add }: Checking): void {
  const place = `${pointer}/x-copyFrom`;
  const [ref = '', name = ''] = from.split('.');
  const fields = entity.schema.properties ?? {};
  // ../../ leads to the record around a line, and the form of the line shows no reference to it.
  const refs = Object.keys(fields).filter(
    (one) => fields[one]?.['x-ref'] && !(entity.of?.in === 'form' && entity.of.field === one),
  );
  const rival = RIVALS.find((keyword) => field[keyword] !== undefined);
  if (rival) add(place, 'defaultRival', { name: rival });
  if (!field.readOnly) add(place, 'keptReadonly');
  if (!field['x-snapshot']) add(place, 'fromNoKeep');
  const target = refs.includes(ref) ? known.entities.get(fields[ref]?.['x-ref'] ?? '') : undefined;
  if (!target) {
    add(place, 'fromNoRef', { name: ref, known: choice(ref, refs) });
    return;
  }
  const theirs = findTheirs(target, name, place, add);
  if (!theirs) return;
  checkFit(field, theirs, `${target.name}.${name}`, `${pointer}/type`, add);
  if (theirs['x-permission'] !== undefined && field['x-permission'] === undefined)
    add(place, 'rollupPermission', { child: target.name, name });
}
