import { ROLES } from './cells.ts';
import { alignOf, type Column } from './column.ts';

interface Props<Row> {
  row: Row;
  column: Column<Row>;
  /** True for the row header. */
  head: boolean;
}

/** Renders a table cell. On a phone it includes the column title. */
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
