/** Checks the other content of a record's page: references, figures, and lists of records that refer to it. */
import {
  type Definitions,
  dimensionNames,
  type Entity,
  type Field,
  type Source,
  type Statistic,
} from '../../definition/definition.ts';
import { fieldTypeOf } from '../../fieldTypes.ts';
import { choice, type Problem, problemOf } from '../../problem.ts';

type Detail = NonNullable<Entity['detail']>;
type Known = { entities: ReadonlyMap<string, Entity>; statistics: readonly Statistic[] };

/** Returns the fields of an entity that refer to records of another one by their id. */
const referencesTo = ({ schema }: Entity, target: string): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    field['x-ref'] === target && (field['x-refKey'] ?? 'id') === 'id' ? [name] : [],
  );

/** Returns the fields that refer to the target by any key, to one record or several. */
const leadingTo = ({ schema }: Entity, target: string): string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    !field['x-lines'] && (field.items ?? field)['x-ref'] === target ? [name] : [],
  );

const unknownName = (file: string, pointer: string, name: string, known: readonly string[]): Problem[] =>
  known.includes(name) ? [] : [problemOf(file, pointer, 'oneOf', { known: choice(name, [...known]) })];

/** Checks that both fields refer to records of one entity, by the same key. */
function sameProblems(
  file: string,
  entity: Entity,
  other: Entity,
  { by, same }: { by: string; same: string },
  pointer: string,
): Problem[] {
  const references = ({ schema }: Entity, fits: (field: Field) => boolean) =>
    Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      field['x-ref'] !== undefined && fits(field) ? [name] : [],
    );
  const own = entity.schema.properties?.[same];
  const wrong = unknownName(
    file,
    `${pointer}/same`,
    same,
    references(entity, () => true),
  );
  if (wrong.length > 0) return wrong;
  const isAlike = (field: Field) =>
    field['x-ref'] === own?.['x-ref'] && (field['x-refKey'] ?? 'id') === (own?.['x-refKey'] ?? 'id');
  return unknownName(file, `${pointer}/by`, by, references(other, isAlike));
}

function tabProblems(
  { file, value: entity }: Source<Entity>,
  { of, by, same }: NonNullable<Detail['tabs']>[number],
  pointer: string,
  { entities }: Known,
): Problem[] {
  const other = entities.get(of);
  if (other && same !== undefined) return sameProblems(file, entity, other, { by, same }, pointer);
  const named = unknownName(
    file,
    `${pointer}/of`,
    of,
    [...entities.values()].filter((one) => leadingTo(one, entity.name).length > 0).map(({ name }) => name),
  );
  if (!other || named.length > 0) return named;
  // Lines and children are already shown on the page.
  const free = leadingTo(other, entity.name).filter((name) => name !== other.of?.field);
  return unknownName(file, `${pointer}/by`, by, free);
}

function figuresProblems(
  { file, value: entity }: Source<Entity>,
  { fields, statistic: statisticName, by = '', figures = [] }: NonNullable<Detail['figures']>[number],
  pointer: string,
  { entities, statistics }: Known,
): Problem[] {
  if (fields) {
    const properties = entity.schema.properties ?? {};
    const numbers = Object.keys(properties).filter(
      (name) => fieldTypeOf(properties[name] ?? {}).filter === 'number',
    );
    return fields.flatMap((name, at) => unknownName(file, `${pointer}/fields/${at}`, name, numbers));
  }
  const over = statistics.filter((one) => {
    const counted = entities.get(one.of);
    return counted !== undefined && referencesTo(counted, entity.name).length > 0;
  });
  const statistic = over.find(({ name }) => name === statisticName);
  const counted = entities.get(statistic?.of ?? '');
  if (!statistic || !counted) {
    const names = over.map(({ name }) => name);
    return [
      problemOf(file, `${pointer}/statistic`, 'noStatistic', { known: choice(statisticName ?? null, names) }),
    ];
  }
  const shown = statistic.figures.map(({ name }) => name);
  return [
    ...unknownName(file, `${pointer}/by`, by, referencesTo(counted, entity.name)),
    ...figures.flatMap((name, at) => unknownName(file, `${pointer}/figures/${at}`, name, shown)),
  ];
}

/** Checks figures of rows. A column needs its title and its dimension, because the list reads no other definition. */
function rowFiguresProblems(
  source: Source<Entity>,
  row: NonNullable<Entity['list']['figures']>[number],
  pointer: string,
  known: Known,
): Problem[] {
  const problems = figuresProblems(source, row, pointer, known);
  const statistic = known.statistics.find(({ name }) => name === row.statistic);
  if (problems.length > 0 || !statistic) return problems;
  const titled = statistic.figures.filter(({ title }) => title).map(({ name }) => name);
  return [
    ...unknownName(source.file, `${pointer}/by`, row.by, dimensionNames(statistic)),
    ...row.figures.flatMap((name, at) => unknownName(source.file, `${pointer}/figures/${at}`, name, titled)),
  ];
}

/** Checks the sheets of an Excel file. Their records must belong to these, so they refer to them. */
function sheetProblems(
  { file, value: entity }: Source<Entity>,
  { of, by }: NonNullable<Entity['list']['sheets']>[number],
  pointer: string,
  { entities }: Known,
): Problem[] {
  const names = [...entities.values()].filter((one) => referencesTo(one, entity.name).length > 0);
  const other = names.find(({ name }) => name === of);
  return other
    ? unknownName(file, `${pointer}/by`, by, referencesTo(other, entity.name))
    : unknownName(
        file,
        `${pointer}/of`,
        of,
        names.map(({ name }) => name),
      );
}

export function detailProblems({ entities, statistics }: Definitions): Problem[] {
  const known: Known = {
    entities: new Map(entities.map(({ value }) => [value.name, value])),
    statistics: statistics.map(({ value }) => value),
  };
  return entities.flatMap((source) => {
    const { file, value } = source;
    const { links = [], figures = [], tabs = [] } = value.detail ?? {};
    const properties = value.schema.properties ?? {};
    const references = Object.keys(properties).filter((name) => properties[name]?.['x-ref']);
    return [
      ...links.flatMap((name, at) => unknownName(file, `/detail/links/${at}`, name, references)),
      ...figures.flatMap((one, at) => figuresProblems(source, one, `/detail/figures/${at}`, known)),
      ...(value.list.figures ?? []).flatMap((row, at) =>
        rowFiguresProblems(source, row, `/list/figures/${at}`, known),
      ),
      ...(value.list.sheets ?? []).flatMap((sheet, at) =>
        sheetProblems(source, sheet, `/list/sheets/${at}`, known),
      ),
      ...tabs.flatMap((tab, at) => tabProblems(source, tab, `/detail/tabs/${at}`, known)),
    ];
  });
}
