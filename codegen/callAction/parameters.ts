/** The parameters that lists share. */
import type { Parameter } from '../write/operationSource.ts';

/** Parameters that select and sort records. */
export const SELECTION_PARAMETERS: Parameter[] = [
  {
    name: 'search',
    in: 'query',
    schema: { type: 'string', maxLength: 200 },
    description: 'Text to be found in the searched fields',
  },
  {
    name: 'filter',
    in: 'query',
    schema: { type: 'string', maxLength: 8000 },
    description:
      'JSON: {"and": […]} or {"or": […]} of {"field", "op", "value"} and such groups, three deep. op: eq, ne, gt, gte, lt, lte, in, notIn, contains, startsWith, between, empty (true or false), within (today, yesterday, past7Days, past14Days, past30Days, past90Days, past182Days, past365Days, thisMonth, thisQuarter, thisYear, lastMonth; in the zone of the header x-time-zone), me, participation (without a field), site (without a field; the number of a station: its records and those of all stations)',
  },
  {
    name: 'sort',
    in: 'query',
    schema: { type: 'string', maxLength: 500 },
    description: 'Fields by comma; a leading - sorts descending',
  },
];

/** Parameters that select records in place of their ids. */
export const PICKING_PARAMETERS: Parameter[] = SELECTION_PARAMETERS.filter(({ name }) => name !== 'sort');

/** All parameters of a list. */
export const LIST_PARAMETERS: Parameter[] = [
  ...SELECTION_PARAMETERS,
  {
    name: 'columns',
    in: 'query',
    schema: { type: 'string', maxLength: 2000 },
    description: 'Fields by comma: the answer holds these, id and version; all by default',
  },
  {
    name: 'cursor',
    in: 'query',
    schema: { type: 'string', maxLength: 4000 },
    description: 'For endless lists: empty at the start, then the next of the answer before',
  },
];
/** Parameters of the page of a list. Other programs use the names of the second pair. */
export const PAGE_PARAMETERS: Parameter[] = [
  { name: 'current', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1_000_000 } },
  { name: 'size', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200 } },
  { name: 'pageNum', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1_000_000 } },
  { name: 'pageSize', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 200 } },
];
export const ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/** The language of a document, whose reader may use the other language. */
export const PAPER_LANGUAGE: Parameter = {
  name: 'lang',
  in: 'query',
  schema: { type: 'string', enum: ['zh', 'en'] },
  description: 'The language of the caller by default',
};
