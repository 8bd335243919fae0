/** Checks partial keys and one-way records. Their fields must be comparable and compared with possible values. */

import type { Entity, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import type { Known } from '../checkFields.ts';
import { type Add, checkField, checkValues, isSplit } from '../screens/checkStatistics.ts';

export function uniqueProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const said = new Set((entity.unique ?? []).map((fields) => fields.toSorted().join()));
  for (const [index, { fields, where, warn }] of (entity.uniqueWhere ?? []).entries()) {
    const pointer = `/uniqueWhere/${index}`;
    for (const [place, name] of fields.entries())
      checkField(entity, name, `${pointer}/fields/${place}`, add, isSplit);
    checkValues(entity, where, `${pointer}/where`, known, add);
    // The warning would never show.
    if (warn && !fields.some((name) => entity.schema.properties?.[name]?.['x-checkUnique']))
      add(`${pointer}/warn`, 'warnUnasked');
    const key = fields.toSorted().join();
    // With two keys over the same fields it is unclear which one refused.
    if (said.has(key)) add(`${pointer}/fields`, 'keyTwice');
    said.add(key);
  }
  return problems;
}

/** Checks which records are summed in a list. Without totals nothing would be. */
export function totalsProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const { totals = [], totalsWhere } = entity.list;
  if (!totalsWhere) return [];
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  if (totals.length === 0) add('/list/totalsWhere', 'unknown');
  checkValues(entity, totalsWhere, '/list/totalsWhere', known, add);
  return problems;
}

/** Checks one-way records. Both ends must be of one entity, because otherwise no way could lead back. */
export function oneWayProblems({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  if (!entity.oneWay) return [];
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const { from, to, where } = entity.oneWay;
  const fields = entity.schema.properties ?? {};
  const references = Object.keys(fields).filter((name) => fields[name]?.['x-ref']);
  for (const [end, name] of Object.entries({ from, to }))
    if (!references.includes(name))
      add(`/oneWay/${end}`, 'noFieldOf', { entity: entity.name, known: choice(name, references) });
  const [start, target] = [fields[from], fields[to]];
  if (start?.['x-ref'] && target?.['x-ref'] && start['x-ref'] !== target['x-ref'])
    add('/oneWay/to', 'oneWayApart', { entity: start['x-ref'] });
  if (where) checkValues(entity, where, '/oneWay/where', known, add);
  return problems;
}
