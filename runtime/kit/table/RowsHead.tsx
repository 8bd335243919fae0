import { ColumnHeader } from './ColumnHeader.tsx';
import { ROLES } from './cells.ts';
import { alignOf, type Column } from './column.ts';
import type { SortKey } from './sort.ts';

interface Props<Row> {
  column: Column<Row>;
  dense: boolean;
  width: number;
  sort: readonly SortKey[];
  /** Null if rows cannot be sorted by this column. */
  onSort: ((name: string, several: boolean) => void) | null;
  onWidth(name: string, width: number | null): void;
}

/** Renders a column header. In a widget, or above buttons, it is only a title. */
export function RowsHead<Row>({ column, dense, width, sort, onSort, onWidth }: Props<Row>) {
  const { id, title, zone, figures, quiet } = column;
  const frame = { 'data-align': alignOf(figures), 'data-column': id } as const;
  if (dense || quiet)
    return (
      <th {...frame} {...ROLES.head} scope="col">
        <span className={quiet ? 'wd-hidden' : undefined}>{title}</span>
      </th>
    );
  return <ColumnHeader {...{ frame, title, zone, sort, width, onWidth, onSort }} name={id} move={null} />;
}
