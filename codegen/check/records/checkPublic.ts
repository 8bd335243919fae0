/** Checks public links. Every user may read their fields, and a guest can perform their transitions. */

import type { Entity, Field, FieldValues, Source } from '../../definition/definition.ts';
import { fieldTypeOf } from '../../fieldTypes.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import type { Known } from '../checkFields.ts';
import type { Add } from '../scope.ts';
import { checkValues } from '../screens/checkStatistics.ts';

interface Ground {
  entity: Entity;
  known: Known;
  add: Add;
}

export function publicProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  if (!entity.public) return problems;
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const ground: Ground = { entity, known, add };
  const fields = entity.schema.properties ?? {};
  for (const [at, name] of entity.public.fields.entries())
    checkShown(name, fields, `/public/fields/${at}`, ground);
  for (const [name, shown] of Object.entries(entity.public.lines ?? {})) checkLines(name, shown, ground);
  for (const [name, shown] of Object.entries(entity.public.children ?? {}))
    checkChildren(name, shown, ground);
  const { format, type } = fields[entity.public.until] ?? {};
  if (type !== 'string' || (format !== 'date' && format !== 'date-time')) {
    const dates = Object.keys(fields).filter((name) =>
      ['date', 'date-time'].includes(fields[name]?.format ?? ''),
    );
    add('/public/until', 'oneOf', { known: choice(entity.public.until, dates) });
  }
  checkStates(ground);
  return problems;
}

const isFile = (field: Field): boolean => fieldTypeOf(field.items ?? field).isFile === true;

/** Returns whether a field is open to all: not encrypted, without a permission, no file. */
function isOpen(field: Field, known: Known): boolean {
  const isPlain = field.type !== 'object' && field.type !== 'array' && !fieldTypeOf(field).isFile;
  return isPlain && isFree(field, known);
}

/** Returns whether a field is open in a child. Files are public only in a child record that is declared public. */
const isOpenInChild = (field: Field, known: Known): boolean =>
  isOpen(field, known) || (isFile(field) && isFree(field, known));

function isFree(field: Field, known: Known): boolean {
  const isPrivate = field.writeOnly || field['x-sealed'] || field['x-permission'] !== undefined;
  const target = known.entities.get(field['x-ref'] ?? '');
  const name = target?.schema.properties?.[target.label];
  return !isPrivate && name?.['x-permission'] === undefined;
}

function checkShown(
  name: string,
  fields: Record<string, Field>,
  place: string,
  { entity, known, add }: Ground,
  fits = isOpen,
) {
  const field = fields[name];
  const open = Object.keys(fields).filter((one) => name !== 'id' && fits(fields[one]!, known));
  if (!field || name === 'id') add(place, 'noFieldOf', { entity: entity.name, known: choice(name, open) });
  else if (!fits(field, known)) add(place, 'publicKept', { name });
}

/** Checks children with their own tab. A child record is public only if its values match the condition. */
function checkChildren(name: string, shown: { fields: string[]; where: FieldValues }, ground: Ground) {
  const { entity, known, add } = ground;
  const place = `/public/children/${name}`;
  const children = [...known.entities.values()].filter(
    ({ of, schema }) => of?.in === 'page' && schema.properties?.[of.field]?.['x-ref'] === entity.name,
  );
  const child = children.find(({ of }) => of?.as === name);
  if (!child) {
    const names = children.flatMap(({ of }) => of?.as ?? []);
    add(place, 'noFieldOf', { entity: entity.name, known: choice(name, names) });
    return;
  }
  const fields = child.schema.properties ?? {};
  for (const [at, one] of shown.fields.entries())
    checkShown(one, fields, `${place}/fields/${at}`, { ...ground, entity: child }, isOpenInChild);
  checkValues(child, shown.where, `${place}/where`, known, add);
}

function checkLines(name: string, shown: { fields: string[]; by?: string; sum?: string[] }, ground: Ground) {
  const { entity, add } = ground;
  const place = `/public/lines/${name}`;
  const tables = Object.entries(entity.schema.properties ?? {}).filter(([, field]) => field['x-lines']);
  const fields = tables.find(([one]) => one === name)?.[1].items?.properties;
  if (!fields) {
    const names = tables.map(([one]) => one);
    add(place, 'noFieldOf', { entity: entity.name, known: choice(name, names) });
    return;
  }
  for (const [at, one] of shown.fields.entries()) checkShown(one, fields, `${place}/fields/${at}`, ground);
  if (shown.by !== undefined) checkShown(shown.by, fields, `${place}/by`, ground);
  for (const [at, one] of (shown.sum ?? []).entries()) {
    checkShown(one, fields, `${place}/sum/${at}`, ground);
    if (fields[one] && fieldTypeOf(fields[one]).filter !== 'number')
      add(`${place}/sum/${at}`, 'totalNoNumber', { name: one });
  }
  if ((shown.by === undefined) !== (shown.sum === undefined)) add(place, 'publicSums');
}

/** Checks the states of a public link, and the moves that a guest may make. */
function checkStates(ground: Ground): void {
  const { entity, add } = ground;
  const { in: opened, moves = [] } = entity.public!;
  const transitions = entity.states?.transitions ?? [];
  const states = new Set(
    transitions.flatMap(({ from = [], to }) => [...from, ...(to === undefined ? [] : [to])]),
  );
  for (const [at, state] of opened.entries())
    if (!states.has(state)) add(`/public/in/${at}`, 'oneOf', { known: choice(state, [...states]) });
  for (const [at, move] of moves.entries()) checkMove(move, `/public/moves/${at}`, ground);
}

function checkMove(name: string, place: string, { entity, add }: Ground): void {
  const transitions = entity.states?.transitions ?? [];
  const transition = transitions.find((one) => one.name === name);
  if (!transition) {
    const names = transitions.map((one) => one.name);
    add(place, 'oneOf', { known: choice(name, names) });
    return;
  }
  const { in: opened } = entity.public!;
  const { from = [], to } = transition;
  if (!from.some((state) => opened.includes(state)) || to === undefined || !opened.includes(to))
    add('/public/in', 'publicMove', { name });
  for (const [field, formField] of Object.entries(transition.form?.properties ?? {}))
    if (
      formField['x-ref'] ||
      formField.type === 'object' ||
      formField.type === 'array' ||
      fieldTypeOf(formField).isFile
    )
      add(place, 'publicForm', { name: field });
}
