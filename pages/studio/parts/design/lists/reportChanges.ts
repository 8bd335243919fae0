/** Edits a report in the words of users: its figures, and its splits. */
import type {
  EntityDefinition,
  Field,
  StatisticDefinition,
  Text,
} from '../../../../../generated/definition.ts';
import { ownFields } from '../../../../../runtime/core/lines.ts';
import { SERVER_FIELDS } from '../../../../../runtime/core/serverFields.ts';
import { isFigure, someOf } from '../entityDoc.ts';
import { freeKey } from '../keys.ts';

export type Figure = StatisticDefinition['figures'][number];
export type Dimension = NonNullable<StatisticDefinition['dimensions']>[number];
export const MEASURES = ['count', 'sum', 'average', 'min', 'max'] as const;
export type Measure = (typeof MEASURES)[number];
export const STEPS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Step = (typeof STEPS)[number];
const MOST_SPLITS = 3;

const RECORDS: Text = { zh: '记录数', en: 'Records' };
const DAYS = new Set(['date', 'date-time']);

export const fieldOf = (entity: EntityDefinition, name: string): Field =>
  entity.schema.properties?.[name] ?? SERVER_FIELDS[name] ?? {};

const namesOf = (entity: EntityDefinition): string[] => [
  ...Object.keys(ownFields(entity.schema)),
  ...['createdBy', 'createdAt', 'updatedAt'],
];

export const isDay = (field: Field): boolean => DAYS.has(field.format ?? '');

export const listMeasuredFigures = (entity: EntityDefinition): string[] =>
  namesOf(entity).filter((name) => isFigure(fieldOf(entity, name)));

/** Returns fields with few values: choices, references, booleans, and dates by calendar step. */
export const listSplitFields = (entity: EntityDefinition): string[] =>
  namesOf(entity).filter((name) => {
    const field = fieldOf(entity, name);
    if (field.type === 'array' || field.type === 'object' || field['x-computed']) return false;
    return Boolean(
      field['x-options'] ||
        field['x-dictionary'] ||
        field['x-ref'] ||
        field.type === 'boolean' ||
        isDay(field),
    );
  });

/** Returns the name of a dimension, by default that of its field. */
export const nameOf = ({ name, field }: Dimension): string => name ?? field;

const titleOf = (entity: EntityDefinition, name: string): Text =>
  fieldOf(entity, name).title ?? { zh: name, en: name };

const figureNames = ({ figures }: StatisticDefinition): string[] => figures.map(({ name }) => name);

/** Makes a figure with the name of its field. A count has no field. */
function makeFigure(name: string, measure: Measure, field: string | undefined): Figure {
  return measure === 'count' || field === undefined
    ? { name, do: 'count', title: RECORDS }
    : { name, do: measure, field };
}

/** Adds a figure: the first possible sum that is not used yet, otherwise the number of records. */
export function addFigure(report: StatisticDefinition, entity: EntityDefinition): StatisticDefinition {
  const measured = new Set(report.figures.map(({ field }) => field));
  const field = listMeasuredFigures(entity).find((name) => !measured.has(name));
  const name = freeKey(field ?? 'records', figureNames(report));
  return { ...report, figures: [...report.figures, makeFigure(name, 'sum', field)] };
}

export function changeFigure(
  report: StatisticDefinition,
  at: number,
  entity: EntityDefinition,
  { measure, field }: { measure: Measure; field: string | undefined },
): StatisticDefinition {
  const figures = report.figures.map((figure, index) =>
    index === at ? makeFigure(figure.name, measure, field ?? listMeasuredFigures(entity)[0]) : figure,
  );
  return { ...report, figures };
}

export const titleFigure = (report: StatisticDefinition, at: number, title: Text): StatisticDefinition => ({
  ...report,
  figures: report.figures.map((figure, index) => (index === at ? { ...figure, title } : figure)),
});

/** Removes a figure and its sorting. */
export function removeFigure(report: StatisticDefinition, at: number): StatisticDefinition {
  const gone = report.figures[at]?.name;
  const { sort, ...rest } = report;
  const figures = report.figures.toSpliced(at, 1);
  return { ...rest, figures, ...(sort && sort.replace(/^-/, '') !== gone && { sort }) };
}

/** Splits by a field. A report with up to three splits shows this one by default. */
export function addSplit(
  report: StatisticDefinition,
  entity: EntityDefinition,
  field: string,
): StatisticDefinition {
  const { dimensions = [], by = [] } = report;
  const day = isDay(fieldOf(entity, field));
  const key = freeKey(day ? 'month' : field, dimensions.map(nameOf));
  const dimension: Dimension = {
    ...(key !== field && { name: key, title: titleOf(entity, field) }),
    field,
    ...(day && { step: 'month' as const }),
  };
  return {
    ...report,
    dimensions: [...dimensions, dimension],
    by: by.length < MOST_SPLITS ? [...by, key] : by,
  };
}

export const stepSplit = (report: StatisticDefinition, at: number, step: Step): StatisticDefinition => ({
  ...report,
  dimensions: report.dimensions?.map((dimension, index) =>
    index === at ? { ...dimension, step } : dimension,
  ),
});

/** Shows a split by default, or only on request. */
export function showSplit(report: StatisticDefinition, at: number, shown: boolean): StatisticDefinition {
  const name = report.dimensions?.[at] && nameOf(report.dimensions[at]);
  const others = (report.by ?? []).filter((one) => one !== name);
  return { ...report, by: someOf(shown && name ? [...others, name] : others) };
}

export const maySplitMore = ({ by = [] }: StatisticDefinition): boolean => by.length < MOST_SPLITS;

export function removeSplit(report: StatisticDefinition, at: number): StatisticDefinition {
  const gone = report.dimensions?.[at] && nameOf(report.dimensions[at]);
  const { dimensions: _, sort, ...shown } = showSplit(report, at, false);
  const dimensions = someOf((report.dimensions ?? []).toSpliced(at, 1));
  return {
    ...shown,
    ...(dimensions && { dimensions }),
    ...(sort && sort.replace(/^-/, '') !== gone && { sort }),
  };
}
