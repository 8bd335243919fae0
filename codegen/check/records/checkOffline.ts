/**
 * Checks entities whose forms work offline. A date selects the downloaded records, and no field may contain a secret.
 */

import type { Definitions, Entity, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import type { Known } from '../checkFields.ts';
import { type Add, checkValues } from '../screens/checkStatistics.ts';

const DATES = ['date', 'date-time'];

function offlineProblemsOf({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const { offline, schema, states } = entity;
  if (!offline) return problems;
  const fields = Object.entries(schema.properties ?? {});
  const dates = fields.filter(([, { format = '' }]) => DATES.includes(format)).map(([name]) => name);
  if (!dates.includes(offline.by)) add('/offline/by', 'oneOf', { known: choice(offline.by, dates) });
  if (offline.where) checkValues(entity, offline.where, '/offline/where', known, add);
  const forms = [
    ...fields,
    ...(states?.transitions ?? []).flatMap(({ form }) => Object.entries(form?.properties ?? {})),
  ];
  for (const [name, field] of forms) if (field.writeOnly) add('/offline', 'offlineSecret', { name });
  return problems;
}

export const offlineProblems = ({ entities }: Definitions, known: Known): Problem[] =>
  entities.flatMap((source) => offlineProblemsOf(source, known));
