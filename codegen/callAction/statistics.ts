/** Describes a call that returns a statistic: its parameters, and its rows with their figures. */
import { compareOf } from '../check/checkFields.ts';
import {
  type CallAction,
  type Definitions,
  dimensionNames,
  type Entity,
  type Statistic,
  type StatisticDimension,
  type StatisticFigure,
  typeName,
} from '../definition/definition.ts';
import { SERVER_FIELDS } from '../definition/entitySchemas.ts';
import type { OperationSource, Parameter } from '../write/operationSource.ts';
import { nullable, type PureSchema } from '../write/pure.ts';
import { type Described, type DescribedEntities, parametersOf, requestedValues } from './asked.ts';
import { SELECTION_PARAMETERS } from './parameters.ts';

export const DAY: PureSchema = { type: 'string', format: 'date' };
const MAX_TOP = 1_000;

/** Parameters that every statistic supports. An action may set some of them itself. */
const QUESTIONS: Parameter[] = [
  { name: 'from', in: 'query', schema: DAY, description: 'The first day of the period' },
  { name: 'to', in: 'query', schema: DAY, description: 'Its last day' },
  {
    name: 'by',
    in: 'query',
    schema: { type: 'string', maxLength: 200 },
    description: 'The dimensions that it is split by, at most three, by comma; empty: none',
  },
  {
    name: 'figures',
    in: 'query',
    schema: { type: 'string', maxLength: 1_000 },
    description:
      'The figures, by comma; all by default. Rows are split by currency where one of them is an amount',
  },
  {
    name: 'compare',
    in: 'query',
    schema: { type: 'string', enum: ['year', 'period'] },
    description: 'Compares with the year before, or with the period before; needs from and to',
  },
  {
    name: 'sort',
    in: 'query',
    schema: { type: 'string', maxLength: 100 },
    description: 'A figure or a dimension; a leading - sorts descending',
  },
  {
    name: 'top',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: MAX_TOP },
    description: 'Only as many rows of each currency',
  },
  {
    name: 'sumOn',
    in: 'query',
    schema: DAY,
    description: 'Adds the totals of all currencies up in the home currency, by the rates of this day',
  },
  ...SELECTION_PARAMETERS.filter(({ name }) => name !== 'sort'),
];

export const statisticType = (statistic: Pick<Statistic, 'name'>): string =>
  `${typeName(statistic.name)}Statistic`;

function fieldSchema({ shapes }: Described, name: string): PureSchema {
  const answered = (shapes.record.properties ?? {}) as Record<string, PureSchema>;
  const schema = answered[name] ?? SERVER_FIELDS[name] ?? {};
  return [schema.type].flat().includes('null') ? schema : nullable(schema);
}

export function keySchema(
  described: Described,
  { field, step, ages }: StatisticDimension,
  entities: DescribedEntities,
): PureSchema {
  if (ages) {
    const names = ages.map(({ title }, place) => `${place}: ${title.en}`);
    return { type: ['integer', 'null'], description: names.join(', ') };
  }
  if (step) return { type: ['string', 'null'], description: `A ${step}` };
  const [fieldName = '', beyond] = field.split('.');
  if (beyond === undefined) return fieldSchema(described, fieldName);
  const target = entities.get(described.entity.schema.properties?.[fieldName]?.['x-ref'] ?? '');
  return target ? fieldSchema(target, beyond) : {};
}

const isExact = ({ schema }: Entity, { field = '' }: StatisticFigure): boolean =>
  compareOf(schema.properties?.[field] ?? {}) === 'decimal';

function figureSchema(entity: Entity, figure: StatisticFigure): PureSchema {
  if (figure.do === 'count' || figure.do === 'distinct') return { type: 'integer' };
  return isExact(entity, figure) ? { type: ['string', 'null'] } : { type: ['number', 'null'] };
}

const objectOf = (properties: Record<string, PureSchema>): PureSchema => ({ type: 'object', properties });

/** Returns the shape of the answer: keys and figures by their names. It omits fields that the caller may not see. */
export function statisticSchema(
  statistic: Statistic,
  described: Described,
  entities: DescribedEntities,
): PureSchema {
  const { dimensions = [], figures } = statistic;
  const names = dimensionNames(statistic);
  const asFigures = objectOf(
    Object.fromEntries(figures.map((figure) => [figure.name, figureSchema(described.entity, figure)])),
  );
  const changes = objectOf(
    Object.fromEntries(figures.map(({ name }) => [name, { type: ['number', 'null'] }])),
  );
  const measured = {
    currency: { type: ['string', 'null'], description: 'Amounts of several currencies are not added up' },
    figures: asFigures,
    before: { anyOf: [asFigures, { type: 'null' }] },
    change: { anyOf: [changes, { type: 'null' }], description: 'A share of what was before' },
  };
  const row = objectOf({
    key: objectOf(
      Object.fromEntries(
        dimensions.map((dimension, index) => [names[index], keySchema(described, dimension, entities)]),
      ),
    ),
    labels: objectOf(Object.fromEntries(names.map((name) => [name, { type: ['string', 'null'] }]))),
    place: { type: 'integer', description: 'Rows that are alike in what is sorted by share a place' },
    ...measured,
  });
  return {
    type: 'object',
    properties: {
      by: { type: 'array', items: { type: 'string' } },
      from: { type: ['string', 'null'] },
      to: { type: ['string', 'null'] },
      rows: {
        type: 'array',
        items: { ...row, required: ['key', 'labels', 'place', ...Object.keys(measured)] },
      },
      totals: { type: 'array', items: { ...objectOf(measured), required: Object.keys(measured) } },
      sum: {
        anyOf: [
          {
            ...objectOf({
              currency: { type: 'string' },
              figures: asFigures,
              rates: {
                type: 'array',
                items: { $ref: '#/components/schemas/UsedRate' },
              },
            }),
            required: ['currency', 'figures', 'rates'],
          },
          { type: 'null' },
        ],
        description: 'All currencies in the home currency; null where the request does not ask for it',
      },
      more: { type: 'boolean', description: 'There are rows beyond those that are answered' },
    },
    required: ['by', 'from', 'to', 'rows', 'totals', 'sum', 'more'],
  };
}

/** Returns the shapes of all statistics, by their names in the description. */
export const statisticComponents = (
  { statistics }: Definitions,
  entities: DescribedEntities,
): Record<string, PureSchema> =>
  Object.fromEntries(
    statistics.flatMap(({ value }) => {
      const described = entities.get(value.of);
      return described ? [[statisticType(value), statisticSchema(value, described, entities)]] : [];
    }),
  );

/** Returns whether the caller can set a parameter, because the action does not set it. */
const isParameter = ({ name }: Parameter, { dimensions, compare, top }: CallAction): boolean =>
  !(name === 'by' && dimensions) && !(name === 'compare' && compare) && !(name === 'top' && top);

const parametersFor = (action: CallAction, described?: Described): Parameter[] => [
  ...parametersOf(action, '', requestedValues(action, described)),
  ...QUESTIONS.filter((parameter) => isParameter(parameter, action)),
];

/** Describes a call whose request names the statistic. Its permission is known only then. */
export const describeAnyStatistic = (action: CallAction): Omit<OperationSource, 'operationId'> => ({
  summary: 'The figures of a statistic over the records that the caller may list',
  'x-action': action,
  'x-session': true,
  parameters: parametersFor(action),
  'x-data': { $ref: '#/components/schemas/RecordStatistic' },
});

export function describeStatistics(
  action: CallAction,
  statistic: Statistic,
  described: Described,
): Omit<OperationSource, 'operationId'> {
  return {
    summary: `${statistic.title.en}: figures over records (${described.entity.title.en})`,
    'x-action': action,
    'x-permission': `${described.entity.name}:list`,
    parameters: parametersFor(action, described),
    'x-data': { $ref: `#/components/schemas/${statisticType(statistic)}` },
  };
}
