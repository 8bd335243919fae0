import type { ReactNode } from 'react';
import type { Column } from '../../kit/table/column.ts';
import { RowsTable } from '../../kit/table/RowsTable.tsx';
import { Ring } from './Ring.tsx';
import './ringTable.css';

export interface RingRow {
  key: string;
  name: string;
  color: string;
  /** The ring is drawn from these. */
  value: number | null;
  /** As read, one text a column. */
  cells: readonly string[];
}

interface Props {
  label: string;
  columns: readonly string[];
  rows: readonly RingRow[];
  /** Stands below the table. */
  note?: string | false;
  /** Stands in the middle of the ring. */
  children: ReactNode;
}

/** A ring and, beside or below it, the table that says what it shows. */
export function RingTable({ label, columns, rows, note, children }: Props) {
  const shown = columns.map((title, index): Column<RingRow> => {
    if (index > 0)
      return { id: `figure${index}`, title, figures: true, cell: ({ cells }) => cells[index - 1] };
    return {
      id: 'name',
      title,
      cell: ({ name, color }) => (
        <span className="wd-ringtable-name wd-ellipsis" title={name}>
          <i style={{ background: color }} />
          {name}
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
