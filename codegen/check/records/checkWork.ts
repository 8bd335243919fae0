/** Checks the fields by which records are work or absences of people. */
import type { Definitions, Entity, Field, Source } from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { fieldValues, type Known } from '../checkFields.ts';
import { type Add, checkValues } from '../screens/checkStatistics.ts';
import { usersOf } from './checkPeople.ts';

const HALVES = ['morning', 'afternoon'];
const PLACES = ['name', 'from', 'until'];

function workProblemsOf({ file, value: entity }: Source<Entity>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const { work, absence, schema } = entity;
  const namesOf = (fits: (field: Field) => boolean): string[] =>
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) => (fits(field) ? [name] : []));
  const checkOneOf = (pointer: string, name: string, fitting: readonly string[]): void => {
    if (!fitting.includes(name)) add(pointer, 'oneOf', { known: choice(name, [...fitting]) });
  };
  if (work) {
    checkOneOf('/work/by', work.by, usersOf(entity));
    checkOneOf(
      '/work/on',
      work.on,
      namesOf(({ format = '' }) => ['date', 'date-time'].includes(format)),
    );
    checkOneOf(
      '/work/minutes',
      work.minutes,
      namesOf((field) => field.type === 'integer' && !field.format && !field['x-ref']),
    );
    if (work.where) checkValues(entity, work.where, '/work/where', known, add);
  }
  if (absence) {
    checkOneOf('/absence/by', absence.by, usersOf(entity));
    checkOneOf(
      '/absence/day',
      absence.day,
      namesOf(({ format }) => format === 'date'),
    );
    const isHalf = (field: Field): boolean => {
      const values = fieldValues(field, known.dictionaries);
      return values.length === HALVES.length && HALVES.every((half) => values.includes(half));
    };
    if (absence.half !== undefined) checkOneOf('/absence/half', absence.half, namesOf(isHalf));
    for (const lang of ['zh', 'en'] as const)
      for (const [, name = ''] of absence.text[lang].matchAll(/\{(\w+)\}/g))
        checkOneOf(`/absence/text/${lang}`, name, PLACES);
  }
  return problems;
}

export const workProblems = ({ entities }: Definitions, known: Known): Problem[] =>
  entities.flatMap((source) => workProblemsOf(source, known));
