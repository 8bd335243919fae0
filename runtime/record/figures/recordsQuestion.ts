/** A board stores which records the user wants to see on it. */
import type { Entity } from '../../core/definitions/entities.ts';
import { columnNames } from '../query/fields.ts';
import { sortText } from '../query/query.ts';

export interface RecordsQuestion {
  entity?: string;
  /** The columns of the entity's list where none are chosen. */
  columns?: string[];
  /** Conditions as the address of a list has them. */
  filter?: string;
  /** A field; a leading - sorts descending. */
  sort?: string;
  size?: number;
  /** Only records of the selected station. */
  here?: boolean;
}

export const MAX_COLUMNS = 8;
/** Default number of entries side by side. */
const USUAL_COLUMNS = 5;

/** The columns that are shown: the chosen ones that the entity still has, or the first of its list. */
export function listAskedColumns(entity: Entity, { columns = [] }: RecordsQuestion): string[] {
  const known = new Set(columnNames(entity));
  const chosen = columns.filter((name) => known.has(name));
  return chosen.length > 0 ? chosen : entity.list.columns.slice(0, USUAL_COLUMNS);
}

export const sortAsked = (entity: Entity, { sort }: RecordsQuestion): string =>
  sort || sortText(entity.list.sort ?? []);
