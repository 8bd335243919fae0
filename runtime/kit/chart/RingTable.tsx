import type { ReactNode } from 'react';
import type { Column } from '../table/column.ts';
import { RowsTable } from '../table/RowsTable.tsx';
import { Ring } from './Ring.tsx';
import './ringTable.css';

export interface RingRow {
  key: string;
  name: string;
  color: string;
  /** The value for the ring. */
  value: number | null;
  /** The displayed texts, one per column. */
  cells: readonly string[];
}

interface Props<Row extends RingRow> {
  label: string;
  columns: readonly string[];
  rows: readonly Row[];
  /** Renders the name of a row. By default the name is plain text. */
  nameOf?(row: Row): ReactNode;
  /** Shown below the table. */
  note?: string | false;
  /** Shown in the middle of the ring. */
  children: ReactNode;
}

/** Shows a ring with a table of its values beside or below it. */
export function RingTable<Row extends RingRow>({ label, columns, rows, nameOf, note, children }: Props<Row>) {
  const shown = columns.map((title, index): Column<Row> => {
    if (index > 0)
      return { id: `figure${index}`, title, figures: true, cell: ({ cells }) => cells[index - 1] };
    return {
      id: 'name',
      title,
      cell: (row) => (
        <span className="wd-ringtable-name wd-ellipsis" title={row.name}>
          <i style={{ background: row.color }} />
          {nameOf?.(row) ?? row.name}
        </span>
      ),
    };
  });
  return (
    <div className="wd-ringtable" data-columns={columns.length}>
      <div className="wd-ringtable-box">
        <div className="wd-ringtable-ring">
          <Ring
            label={label}
            parts={rows.map(({ key, color, value }) => ({ key, color, value: value ?? 0 }))}
          />
          <div className="wd-ringtable-middle">{children}</div>
        </div>
        <div className="wd-ringtable-list">
          <RowsTable
            dense
            named
            label={label}
            narrow="scroll"
            rows={rows}
            columns={shown}
            rowKey={({ key }) => key}
          />
          {note && <p className="wd-ringtable-note">{note}</p>}
        </div>
      </div>
    </div>
  );
}
