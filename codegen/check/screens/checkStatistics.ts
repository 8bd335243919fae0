/** Checks the names in a statistic: fields must exist and allow adding up or splitting, and figures must exist. */
import { SERVER_FIELDS } from '../../../runtime/core/serverFields.ts';
import {
  type Definitions,
  dimensionNames,
  type Entity,
  type Field,
  type FieldValues,
  type Source,
  type Statistic,
  type StatisticDimension,
  type StatisticFigure,
} from '../../definition/definition.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';
import { compareOf, fieldValues, isOf, type Known } from '../checkFields.ts';

export type Add = (
  pointer: string,
  key: Parameters<typeof problemOf>[2],
  params?: Record<string, unknown>,
) => void;

const NUMBERS = ['number', 'integer', 'decimal'];
const DAYS = ['date', 'date-time'];
/** Kinds of fields whose values cannot be compared for equality, so that records cannot be split by them. */
const UNSPLIT = ['json', 'words', 'sealed'];
export const isSplit = (field: Field): boolean => !UNSPLIT.includes(compareOf(field));

/** Returns the fields of an entity that a statistic may name, including the server's own. */
const fieldsOf = ({ schema }: Entity): Record<string, Field> => ({
  ...(SERVER_FIELDS as Record<string, Field>),
  ...Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([, field]) => !field.writeOnly)),
});

/** Returns a field by its name, if its kind fits. Otherwise the problem lists the fields that fit. */
export function checkField(
  entity: Entity,
  name: string,
  pointer: string,
  add: Add,
  fits: (field: Field) => boolean,
): Field | undefined {
  const fitting = Object.entries(fieldsOf(entity)).filter(([, field]) => fits(field));
  const target = fitting.find(([fieldName]) => fieldName === name)?.[1];
  if (!target) {
    const names = fitting.map(([fieldName]) => fieldName);
    add(pointer, 'statisticField', { entity: entity.name, known: choice(name, names) });
  }
  return target;
}

/** Checks that fields with required values exist, and can have these values. */
export function checkValues(
  entity: Entity,
  where: FieldValues,
  pointer: string,
  known: Known,
  add: Add,
): void {
  for (const [name, constant] of Object.entries(where)) {
    const field = checkField(entity, name, `${pointer}/${name}`, add, isSplit);
    if (!field) continue;
    const values = fieldValues(field, known.dictionaries);
    for (const value of [constant].flat()) {
      if (value === null) continue;
      if (field.type && !isOf(value, field.type))
        add(`${pointer}/${name}`, 'defaultType', { type: field.type });
      else if (values.length > 0 && !values.includes(value))
        add(`${pointer}/${name}`, 'noValueOf', {
          value: JSON.stringify(value),
          field: name,
          known: choice(value, values),
        });
    }
  }
}

/** Checks that the limits of ages are ascending, and that a dimension with ages has no calendar step. */
function checkAges(
  ages: NonNullable<StatisticDimension['ages']>,
  step: StatisticDimension['step'],
  pointer: string,
  add: Add,
): void {
  if (step) add(`${pointer}/step`, 'unknown');
  for (const [index, { from }] of ages.entries()) {
    const before = ages[index - 1]?.from ?? Number.NEGATIVE_INFINITY;
    if (index === 0 ? from !== undefined : from === undefined || from <= before)
      add(`${pointer}/ages/${index}`, 'ageOrder');
  }
}

/** Checks a dimension: a field of the records, or of a record that one of their references leads to. */
function checkDimension(entity: Entity, index: number, statistic: Statistic, known: Known, add: Add): void {
  const { field: path, step, ages } = statistic.dimensions![index]!;
  const pointer = `/dimensions/${index}`;
  const [fieldName = '', beyond] = path.split('.');
  const fits = (field: Field) => (step || ages ? DAYS.includes(compareOf(field)) : isSplit(field));
  if (ages) checkAges(ages, step, pointer, add);
  if (beyond === undefined) {
    checkField(entity, fieldName, `${pointer}/field`, add, fits);
    return;
  }
  const reference = checkField(entity, fieldName, `${pointer}/field`, add, (field) =>
    known.entities.has(field['x-ref'] ?? ''),
  );
  const target = known.entities.get(reference?.['x-ref'] ?? '');
  if (target) checkField(target, beyond, `${pointer}/field`, add, fits);
}

/** Checks an amount of the referenced record that is subtracted from the sum. */
function checkLess(
  entity: Entity,
  { do: what, less = '' }: StatisticFigure,
  pointer: string,
  known: Known,
  add: Add,
): void {
  if (what !== 'sum') add(`${pointer}/less`, 'lessSum');
  const [own = '', name = ''] = less.split('.');
  const reference = checkField(entity, own, `${pointer}/less`, add, (field) =>
    known.entities.has(field['x-ref'] ?? ''),
  );
  const target = known.entities.get(reference?.['x-ref'] ?? '');
  if (target) checkField(target, name, `${pointer}/less`, add, (field) => compareOf(field) === 'decimal');
}

function checkFigure(entity: Entity, index: number, { figures }: Statistic, known: Known, add: Add): void {
  const { do: what, field, where, past, days, running, of, unit, less, title } = figures[index]!;
  const pointer = `/figures/${index}`;
  if (where) checkValues(entity, where, `${pointer}/where`, known, add);
  if (past !== undefined) {
    checkField(entity, past, `${pointer}/past`, add, (field) => DAYS.includes(compareOf(field)));
    if (days) add(`${pointer}/past`, 'unknown');
  }
  if (days !== undefined) {
    const { field: day, from, to } = days;
    checkField(entity, day, `${pointer}/days/field`, add, (field) => DAYS.includes(compareOf(field)));
    if (from !== undefined && to !== undefined && from > to) add(`${pointer}/days/to`, 'daysOrder');
  }
  if (running && what !== 'count' && what !== 'sum') add(`${pointer}/running`, 'runningSum');
  if (what === 'ratio') {
    const others = figures
      .filter((figure) => figure.do !== 'ratio' && !figure.running)
      .map((figure) => figure.name);
    if (!of) add(pointer, 'lacks', { name: 'of' });
    for (const [place, part] of (of ?? []).entries())
      if (!others.includes(part)) add(`${pointer}/of/${place}`, 'oneOf', { known: choice(part, others) });
  } else {
    if (of) add(`${pointer}/of`, 'unknown');
    if (unit !== undefined) add(`${pointer}/unit`, 'unknown');
  }
  if (less !== undefined) checkLess(entity, figures[index]!, pointer, known, add);
  const isCounted = what === 'count' || what === 'ratio';
  if (isCounted && field !== undefined) add(`${pointer}/field`, 'unknown');
  if (isCounted && !title) add(pointer, 'lacks', { name: 'title' });
  if (isCounted) return;
  if (field === undefined) add(pointer, 'lacks', { name: 'field' });
  else
    checkField(entity, field, `${pointer}/field`, add, (field) =>
      what === 'distinct' ? isSplit(field) : NUMBERS.includes(compareOf(field)),
    );
}

function checkNames({ figures, by = [], sort, ...statistic }: Statistic, add: Add): void {
  const dimensions = dimensionNames(statistic);
  const names = [...dimensions, ...figures.map(({ name }) => name)];
  for (const [index, name] of names.entries())
    if (names.indexOf(name) !== index) {
      const figureIndex = index - dimensions.length;
      add(figureIndex < 0 ? `/dimensions/${index}` : `/figures/${figureIndex}/name`, 'takenBeside', { name });
    }
  for (const [index, name] of dimensions.entries())
    if (name.includes('.')) add(`/dimensions/${index}`, 'lacks', { name: 'name' });
  for (const [index, name] of by.entries())
    if (!dimensions.includes(name)) add(`/by/${index}`, 'oneOf', { known: choice(name, dimensions) });
  const sorted = sort?.replace(/^-/, '');
  if (sorted !== undefined && !names.includes(sorted))
    add('/sort', 'oneOf', { known: choice(sorted, names) });
}

function statisticProblem({ file, value }: Source<Statistic>, known: Known): Problem[] {
  const problems: Problem[] = [];
  const add: Add = (pointer, key, params) => void problems.push(problemOf(file, pointer, key, params));
  const entity = known.entities.get(value.of);
  if (!entity) {
    add('/of', 'noEntity', { known: choice(value.of, [...known.entities.keys()]) });
    return problems;
  }
  if (value.where) checkValues(entity, value.where, '/where', known, add);
  if (value.time !== undefined)
    checkField(entity, value.time, '/time', add, (field) => DAYS.includes(compareOf(field)));
  for (const index of (value.dimensions ?? []).keys()) checkDimension(entity, index, value, known, add);
  for (const index of value.figures.keys()) checkFigure(entity, index, value, known, add);
  checkNames(value, add);
  return problems;
}

export const statisticProblems = ({ statistics }: Definitions, known: Known): Problem[] =>
  statistics.flatMap((source) => statisticProblem(source, known));
