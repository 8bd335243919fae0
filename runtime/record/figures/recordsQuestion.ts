/** A board stores the choice of the records that it shows. */
import type { Entity } from '../../core/definitions/entities.ts';
import { columnNames } from '../query/fields.ts';
import { sortText } from '../query/query.ts';

export interface RecordsQuestion {
  entity?: string;
  /** The chosen columns. If there are none, the columns of the entity's list are used. */
  columns?: string[];
  /** Conditions in the format of a list's address. */
  filter?: string;
  /** A field. A leading - sorts in descending order. */
  sort?: string;
  size?: number;
  /** Only records of the selected station. */
  here?: boolean;
}

export const MAX_COLUMNS = 8;
/** Default number of entries side by side. */
const USUAL_COLUMNS = 5;

/** Returns the chosen columns that the entity still has, or the first ones of its list. */
export function listAskedColumns(entity: Entity, { columns = [] }: RecordsQuestion): string[] {
  const known = new Set(columnNames(entity));
  const chosen = columns.filter((name) => known.has(name));
  return chosen.length > 0 ? chosen : entity.list.columns.slice(0, USUAL_COLUMNS);
}

export const sortAsked = (entity: Entity, { sort }: RecordsQuestion): string =>
  sort || sortText(entity.list.sort ?? []);
