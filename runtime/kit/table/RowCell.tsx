import { ROLES } from './cells.ts';
import { alignOf, type Column } from './column.ts';

interface Props<Row> {
  row: Row;
  column: Column<Row>;
  /** The cell identifies its row. */
  head: boolean;
}

/** Draws the cell of a row in one column. On a phone it contains the title of its column. */
export function RowCell<Row>({ row, column, head }: Props<Row>) {
  const { id, title, figures, wide, quiet, cell } = column;
  const frame = {
    className: figures ? 'wd-figures' : undefined,
    'data-align': alignOf(figures),
    'data-column': id,
    'data-label': quiet ? undefined : title,
    'data-wide': wide || undefined,
  };
  if (head)
    return (
      <th {...frame} {...ROLES.rowHead} scope="row">
        {cell(row)}
      </th>
    );
  return (
    <td {...frame} {...ROLES.cell}>
      {cell(row)}
    </td>
  );
}
