import type { ListDisplay } from '../../../generated/definition.ts';
import type { ListQuery } from '../../record/query/query.ts';
import type { RowsProps } from '../table/ListTable.tsx';

/** The properties of a display: the rows of its list, and the query for further rows. */
export interface DisplayProps extends RowsProps {
  display: ListDisplay;
  query: ListQuery;
  /** The fields of a record that the list shows, in its order. */
  columns: readonly string[];
  /** The record that is open beside the list. */
  open: number | null;
}
