import { type CSSProperties, useId, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { CutColumns } from './CutColumns.tsx';
import { ROLES } from './cells.ts';
import { type Column, SHARED_WIDTH } from './column.ts';
import { RowCell } from './RowCell.tsx';
import { RowsHead } from './RowsHead.tsx';
import { type SortKey, sortRows, toggleSort } from './sort.ts';
import { clampWidth } from './width.ts';
import './table.css';
import './stack.css';

/** The sort order of the server, and the columns that the server can sort by. */
export interface RowsOrder {
  sort: readonly SortKey[];
  fields: readonly string[];
  onSort(sort: SortKey[]): void;
}

interface Props<Row> {
  /** The name of the table for screen readers. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Given if the server sorts, because only a part of the rows is loaded. */
  order?: RowsOrder;
  /** The row with the sums. It is always first. */
  totals?: Row;
  rowKey(row: Row): string | number;
  /** The first column identifies the row. */
  named?: boolean;
  /** Returns whether a row is shown paler, because it does not count. */
  muted?(row: Row): boolean;
  /** Shown if there are no rows. */
  empty?: string;
  /** The layout on a phone: a card for each row, or columns that scroll. */
  narrow?: 'stack' | 'scroll';
  /** True to scroll the table instead of the page. */
  short?: boolean;
  /** True in a widget, where users cannot sort or change widths. */
  dense?: boolean;
  /** True outside a card, where the table needs its own frame. */
  card?: boolean;
}

/** Renders the cells of a row. The first may be the row header. */
function Cells<Row>({ row, columns, named }: { row: Row } & Pick<Props<Row>, 'columns' | 'named'>) {
  return columns.map((column, index) => (
    <RowCell key={column.id} {...{ row, column }} head={named === true && index === 0} />
  ));
}

/** Shows completely loaded rows. Users can sort them and resize columns. On a narrow screen the rows are cards. */
export function RowsTable<Row>(props: Props<Row>) {
  const { label, rows, columns, totals, order, rowKey } = props;
  const { named = false, muted, empty, narrow = 'stack' } = props;
  const { short = false, dense = false, card = false } = props;
  const t = useT();
  const scope = `wd-flow${useId()}`;
  const [ownSort, setOwnSort] = useState<readonly SortKey[]>([]);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const widthOf = ({ id, width }: Column<Row>) => widths[id] ?? width;
  const readValue = (row: Row, field: string) => columns.find(({ id }) => id === field)?.value?.(row) ?? null;
  const { sort, onSort, fields } = order ?? { sort: ownSort, onSort: setOwnSort, fields: null };
  const sorts = ({ id, value }: Column<Row>) => (fields ? fields.includes(id) : value !== undefined);
  const onWidth = (name: string, width: number | null) => {
    const { [name]: _, ...others } = widths;
    setWidths(width === null ? others : { ...others, [name]: clampWidth(width) });
  };
  const least = columns.reduce((sum, column) => sum + (widthOf(column) ?? SHARED_WIDTH), 0);
  return (
    <section
      className={`wd-table-frame wd-table-flow-frame${card ? ' wd-card' : ''}`}
      data-short={short || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
      tabIndex={0}
    >
      <table
        {...ROLES.table}
        className={`wd-table wd-table-flow ${scope}`}
        aria-label={label}
        data-narrow={narrow}
        data-dense={dense || undefined}
        style={{ '--wd-table-least': dense ? 0 : `${least}px` } as CSSProperties}
      >
        {!dense && (
          <colgroup>
            {columns.map((column) => (
              <col key={column.id} style={{ width: widthOf(column) }} />
            ))}
          </colgroup>
        )}
        <thead {...ROLES.group}>
          <tr {...ROLES.row}>
            {columns.map((column) => (
              <RowsHead
                key={column.id}
                {...{ column, dense, sort, onWidth }}
                width={widthOf(column) ?? SHARED_WIDTH}
                onSort={sorts(column) ? (name, several) => onSort(toggleSort(sort, name, several)) : null}
              />
            ))}
          </tr>
        </thead>
        <tbody {...ROLES.group}>
          {totals !== undefined && (
            <tr {...ROLES.row} data-totals>
              <Cells {...{ columns, named }} row={totals} />
            </tr>
          )}
          {(order ? rows : sortRows(rows, ownSort, readValue)).map((row) => (
            <tr key={rowKey(row)} {...ROLES.row} data-muted={muted?.(row) || undefined}>
              <Cells {...{ row, columns, named }} />
            </tr>
          ))}
        </tbody>
      </table>
      <CutColumns scope={scope} />
      {rows.length === 0 && <p className="wd-table-empty">{empty ?? t('table.empty')}</p>}
    </section>
  );
}
