/** Describes the call that returns the records behind a figure. The figure must have its own records. */
import {
  type CallAction,
  dimensionNames,
  type Statistic,
  type StatisticDimension,
  typeName,
} from '../definition/definition.ts';
import { choice, type Problem, problemOf } from '../problem.ts';
import type { OperationSource, Parameter } from '../write/operationSource.ts';
import type { PureSchema } from '../write/pure.ts';
import { type Described, type DescribedEntities, requestedValues } from './asked.ts';
import { LIST_PARAMETERS } from './parameters.ts';
import { type ActionPlace, placeOf } from './place.ts';
import { DAY, keySchema } from './statistics.ts';

const MAX_TEXT = 200;

/** Removes null from the schema of a value of the request. `empty` selects records without a value. */
function withoutNull(schema: PureSchema): PureSchema {
  const { type, enum: values, ...rest } = schema;
  const types = [type ?? []].flat().filter((name) => name !== 'null');
  const [single = 'string'] = types;
  return {
    ...rest,
    type: types.length > 1 ? types : single,
    ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}),
    ...(single === 'string' ? { minLength: 1, maxLength: MAX_TEXT } : {}),
  };
}

const keyParameter = (
  name: string,
  dimension: StatisticDimension,
  described: Described,
  entities: DescribedEntities,
): Parameter => ({
  name,
  in: 'query',
  schema: withoutNull(keySchema(described, dimension, entities)),
  description: `The key of a row: ${dimension.title?.en ?? name}`,
});

function listQuestions({ figure }: CallAction, { figures, dimensions = [] }: Statistic): Parameter[] {
  const names = figures.map(({ name }) => name);
  return [
    ...(figure === undefined
      ? [{ name: 'figure', in: 'query', required: true, schema: { type: 'string', enum: names } } as const]
      : []),
    { name: 'from', in: 'query', schema: DAY, description: 'The first day of the period' },
    { name: 'to', in: 'query', schema: DAY, description: 'Its last day' },
    {
      name: 'currency',
      in: 'query',
      schema: { type: 'string', minLength: 1, maxLength: MAX_TEXT },
      description: 'The currency of the row',
    },
    ...(dimensions.length === 0
      ? []
      : [
          {
            name: 'empty',
            in: 'query',
            schema: { type: 'string', maxLength: MAX_TEXT },
            description: 'The dimensions whose key is null in the row, by comma',
          } as const,
        ]),
  ];
}

export function describeRecords(
  action: CallAction,
  statistic: Statistic,
  described: Described,
): Omit<OperationSource, 'operationId'> {
  const { entity, others = new Map() } = described;
  const names = dimensionNames(statistic);
  const parameters = requestedValues(action, described).flatMap(({ source, schema }): Parameter[] => {
    if (source.path !== undefined) return [{ name: source.path, in: 'path', required: true, schema }];
    if (source.query === undefined) return [];
    return [{ name: source.query, in: 'query', required: source.optional !== true, schema }];
  });
  const listed = new Set(parameters.map(({ name }) => name));
  const keys = (statistic.dimensions ?? []).map((dimension, index) =>
    keyParameter(names[index]!, dimension, described, others),
  );
  return {
    summary: `${statistic.title.en}: the records behind a figure (${entity.title.en})`,
    'x-action': action,
    'x-permission': `${entity.name}:list`,
    parameters: [
      ...parameters,
      ...[...listQuestions(action, statistic), ...keys].filter(({ name }) => !listed.has(name)),
      ...LIST_PARAMETERS,
    ],
    'x-page': { $ref: `#/components/schemas/${typeName(entity.name)}` },
  };
}

/** Refuses a remainder and a running sum, because the records of a row do not add up to them. */
export function recordsProblems(place: ActionPlace, { figure }: CallAction, statistic: Statistic): Problem[] {
  if (figure === undefined) return [];
  const { figures } = statistic;
  const found = figures.find(({ name }) => name === figure);
  if (!found) {
    const names = figures.map(({ name }) => name);
    return [problemOf(...placeOf(place, 'figure'), 'oneOf', { known: choice(figure, names) })];
  }
  return found.less === undefined && !found.running
    ? []
    : [problemOf(...placeOf(place, 'figure'), 'figureReduced')];
}
