import type { ReactNode } from 'react';
import { Ring } from './Ring.tsx';
import './ringTable.css';

export interface RingRow {
  key: string;
  name: string;
  color: string;
  /** What the ring is drawn from. */
  value: number | null;
  /** As read, one text a column. */
  cells: readonly string[];
}

interface Props {
  label: string;
  columns: readonly string[];
  rows: readonly RingRow[];
  /** What stands in the middle of the ring. */
  children: ReactNode;
}

/** A ring and, beside or below it, the table that says what it shows. */
export function RingTable({ label, columns, rows, children }: Props) {
  return (
    <div className="wd-ringtable">
      <div className="wd-ringtable-box">
        <div className="wd-ringtable-ring">
          <Ring
            label={label}
            parts={rows.map(({ key, color, value }) => ({ key, color, value: value ?? 0 }))}
          />
          <div className="wd-ringtable-middle">{children}</div>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what overflows is scrolled by keys */}
        <section className="wd-ringtable-list" tabIndex={0} aria-label={label}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ key, name, color, cells }) => (
                <tr key={key}>
                  <th scope="row" title={name}>
                    <i style={{ background: color }} />
                    <span className="wd-ellipsis">{name}</span>
                  </th>
                  {cells.map((cell, at) => (
                    <td key={columns[at + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </div>
  );
}
