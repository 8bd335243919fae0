/** A request for a list of records, as a board stores it. */
import type { Entity } from '../../core/definitions/entities.ts';
import { columnNames } from '../query/fields.ts';
import { sortText } from '../query/query.ts';

export interface RecordsQuestion {
  entity?: string;
  /** The chosen columns, by default those of the entity's list. */
  columns?: string[];
  /** Conditions in the format of list addresses. */
  filter?: string;
  /** A field. A leading - sorts in descending order. */
  sort?: string;
  size?: number;
  /** True to show only records of the selected station. */
  here?: boolean;
}

export const MAX_COLUMNS = 8;
/** Default number of entries side by side. */
const USUAL_COLUMNS = 5;

/** Returns the chosen columns that still exist, otherwise the first ones of the list. */
export function listAskedColumns(entity: Entity, { columns = [] }: RecordsQuestion): string[] {
  const known = new Set(columnNames(entity));
  const chosen = columns.filter((name) => known.has(name));
  return chosen.length > 0 ? chosen : entity.list.columns.slice(0, USUAL_COLUMNS);
}

export const sortAsked = (entity: Entity, { sort }: RecordsQuestion): string =>
  sort || sortText(entity.list.sort ?? []);
