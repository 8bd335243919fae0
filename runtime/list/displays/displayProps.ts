import type { ListDisplay } from '../../../generated/definition.ts';
import type { ListQuery } from '../../record/query/query.ts';
import type { RowsProps } from '../table/ListTable.tsx';

/** A display is given the rows of its list, and what it takes to read others. */
export interface DisplayProps extends RowsProps {
  display: ListDisplay;
  query: ListQuery;
  /** The fields that the list shows of a record, in its order. */
  columns: readonly string[];
  /** The record that is open beside the list. */
  open: number | null;
}
