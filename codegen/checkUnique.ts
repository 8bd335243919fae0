/** Keys of some records: their fields must be able to be compared, and the records be told by values that they can have. */
import type { Known } from './checkFields.ts';
import { type Add, checkField, checkValues, isSplit } from './checkStatistics.ts';
import type { Entity, Source } from './definition.ts';
import { type Problem, problemOf } from './problem.ts';

export function uniqueProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const said = new Set((entity.unique ?? []).map((fields) => fields.toSorted().join()));
  for (const [index, { fields, where }] of (entity.uniqueWhere ?? []).entries()) {
    const pointer = `/uniqueWhere/${index}`;
    for (const [place, name] of fields.entries())
      checkField(entity, name, `${pointer}/fields/${place}`, add, isSplit);
    checkValues(entity, where, `${pointer}/where`, known, add);
    const key = fields.toSorted().join();
    // Nobody could tell which one of two over the same fields refused.
    if (said.has(key)) add(`${pointer}/fields`, 'keyTwice');
    said.add(key);
  }
  return problems;
}
