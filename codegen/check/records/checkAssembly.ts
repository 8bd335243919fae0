/** Checks trees with quantities: the quantity field, and the fields by which parts are compared and searched. */
import type { Entity, Field, Source } from '../../definition/definition.ts';
import { type Problem, problemOf } from '../../problem.ts';
import { compareOf } from '../checkFields.ts';
import { type Add, checkField, isSplit } from '../screens/checkStatistics.ts';

const isNumber = (field: Field): boolean => ['number', 'integer'].includes(compareOf(field));
/** A choice or a text. Comparing references would require the names of their records. */
const isWord = (field: Field): boolean => isSplit(field) && field['x-ref'] === undefined;

export function assemblyProblems({ file, value: entity }: Source<Entity>): Problem[] {
  const { assembly, parent, schema } = entity;
  if (!assembly) return [];
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const above = schema.properties?.[parent ?? ''];
  if (!above || (above['x-refKey'] ?? 'id') !== 'id') add('/assembly', 'assemblyParent');
  const { quantity, alike, used = [] } = assembly;
  const number = checkField(entity, quantity, '/assembly/quantity', add, isNumber);
  if (number && !(Number(number.minimum ?? -1) >= 0))
    add('/assembly/quantity', 'assemblyNegative', { name: quantity });
  for (const [at, name] of alike.entries()) checkField(entity, name, `/assembly/alike/${at}`, add, isWord);
  for (const [at, name] of used.entries()) checkField(entity, name, `/assembly/used/${at}`, add, isSplit);
  const named = [quantity, ...alike, ...used];
  const hidden = named.find((name) => schema.properties?.[name]?.['x-permission'] !== undefined);
  if (hidden !== undefined) add('/assembly', 'acrossHidden', { entity: entity.name, name: hidden });
  return problems;
}
