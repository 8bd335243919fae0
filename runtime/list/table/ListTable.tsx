import { useTable } from '@tanstack/react-table';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { useDictionaries } from '../../form/values/useDictionaries.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { ColumnHeader } from '../../kit/table/ColumnHeader.tsx';
import { ROLES } from '../../kit/table/cells.ts';
import { type SortKey, toggleSort } from '../../kit/table/sort.ts';
import { clampWidth } from '../../kit/table/width.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { isSortable, listField } from '../../record/query/fields.ts';
import type { Selection } from '../bulk/useSelection.ts';
import type { RowActions } from '../cell/useRowItems.tsx';
import type { InlineEdit } from '../edit/useInlineEdit.ts';
import { toggleInList } from '../tree/toggleInList.ts';
import type { TreeView } from '../tree/useTreeRecords.ts';
import { drawColumns } from './draw.tsx';
import {
  type ListLayout,
  layoutSize,
  layoutStep,
  leadColumn,
  moveLayout,
  orderLayout,
  pinOf,
  widthsFit,
  widthUsual,
} from './layout.ts';
import {
  type ColumnPlan,
  columnsDrawn,
  columnsSheet,
  features,
  helper,
  planColumns,
  type RowPlan,
} from './plan.ts';
import '../../kit/table/table.css';
import './table.css';
import './rows.css';
import type { RefNames } from '../cell/useRefNames.ts';
import { TableBody } from './TableBody.tsx';
import { type Sums, TotalsRow } from './TotalsRow.tsx';
import { useDragOrder } from './useDragOrder.ts';
import { useColumnWindow, useWidth } from './useWindow.ts';

export interface RowsProps extends RowActions {
  entity: Entity;
  records: ListRecord[];
  names: RefNames;
  loading: boolean;
  /** Rows to expect, so that loading looks like what comes. */
  size: number;
  /** Null: nothing can be done with several. */
  selection: Selection | null;
  /** Further rows are to be had (endless mode). */
  more: boolean;
  onMore(): void;
}

interface Props extends RowsProps {
  total: number;
  layout: ListLayout;
  onLayout(layout: ListLayout): void;
  sort: readonly SortKey[];
  onSort(sort: SortKey[]): void;
  edit: InlineEdit | null;
  sums: Sums | null;
  tree: TreeView | null;
}

const NONE: ReadonlySet<number> = new Set();

/** The rows under their header: sorted, sized, ordered and pinned as one likes, and only those in sight drawn. */
export function ListTable(props: Props) {
  const { entity, records, names, loading, size, selection, more, onMore, total } = props;
  const { layout, onLayout, sort, onSort, edit, sums, tree, ...actions } = props;
  const { onOpen, onEdit, onDelete } = actions;
  const t = useT();
  const text = useText();
  const lang = useLang();
  const dictionaries = useDictionaries();
  const frame = useRef<HTMLDivElement>(null);
  const scope = `wd-table${useId()}`;
  const room = useWidth(frame);
  const [opened, setOpened] = useState(NONE);
  const onDetail = useCallback((id: number) => setOpened((now) => toggleInList(now, id)), []);
  // A cell that is edited needs its place.
  const detailed = edit ? NONE : opened;
  const [sizing, setSizing] = useState<{ name: string; width: number } | null>(null);
  const title = useCallback(
    (name: string) => text(listField(entity, name).title ?? { zh: name, en: name }),
    [entity, text],
  );

  const order = useMemo(() => orderLayout(entity, layout), [entity, layout]);
  const columns = useMemo(
    () => helper.columns(order.map((id) => helper.accessor((record) => record[id], { id }))),
    [order],
  );
  const draws = useMemo(
    () => drawColumns(entity, order, names, dictionaries, lang),
    [entity, order, names, dictionaries, lang],
  );
  const check = selection ? SIZE.touch : 0;
  const details = edit === null;
  const lead = check + (details ? SIZE.control : 0);
  const sizes = useMemo(() => {
    const fit = order.map((id) => {
      const own = sizing?.name === id ? sizing.width : layout.widths[id];
      const usual = widthUsual(listField(entity, id), title(id), id === leadColumn(entity));
      return { id, width: own ?? usual, fixed: own !== undefined };
    });
    return widthsFit(fit, room - lead - SIZE.touch);
  }, [order, layout.widths, sizing, entity, title, room, lead]);
  const parts = useMemo(() => {
    const pin = (name: string) => (name === leadColumn(entity) ? 'start' : pinOf(layout, name));
    return {
      start: order.filter((name) => pin(name) === 'start'),
      center: order.filter((name) => pin(name) === null),
      end: order.filter((name) => pin(name) === 'end'),
    };
  }, [order, layout, entity]);
  const table = useTable({
    features,
    columns,
    data: records,
    getRowId: (record) => String(record.id),
    state: { columnOrder: order, columnSizing: sizes, columnPinning: parts },
  });

  const centers = table.getCenterLeafColumns();
  const widths = centers.map((column) => column.getSize());
  const pinned = lead + table.getStartTotalSize();
  const across = useColumnWindow(frame, widths, pinned);
  const gaps = across.to - across.from < widths.length;
  const { from, to, before } = across;
  const selectable = selection !== null;
  const places = useMemo(() => planColumns(entity, parts, gaps), [entity, parts, gaps]);
  const role = tree || edit ? 'gridcell' : 'cell';
  const plan = useMemo<RowPlan>(
    () => ({ columns: columnsDrawn(places, { from, to, before }), role, selectable, details }),
    [places, from, to, before, role, selectable, details],
  );

  const { drag, begin } = useDragOrder('x', (name, target, side) =>
    onLayout(moveLayout(entity, layout, name, target, side)),
  );
  const onSortColumn = (name: string, several: boolean) => onSort(toggleSort(sort, name, several));
  const onWidth = (name: string, width: number | null, done: boolean) => {
    setSizing(done || width === null ? null : { name, width: clampWidth(width) });
    if (done) onLayout(layoutSize(layout, name, width));
  };
  const onStep = (name: string, step: -1 | 1) => onLayout(layoutStep(entity, layout, name, step));
  const head = ({ name, frame }: ColumnPlan) => (
    <ColumnHeader
      key={name}
      {...{ name, sort, frame, onWidth }}
      title={title(name)}
      width={sizes[name]!}
      onSort={isSortable(entity, name) ? onSortColumn : null}
      move={{
        moving: drag?.name === name,
        landing: drag?.target === name && drag.name !== name ? drag.side : undefined,
        onDragStart: begin,
        onStep,
      }}
    />
  );

  return (
    <div className="wd-table-frame wd-table-list wd-card" ref={frame}>
      <style>{columnsSheet(scope, parts, sizes, { lead, tail: SIZE.touch })}</style>
      <table
        className={`wd-table wd-table-rows ${scope}`}
        role={tree ? 'treegrid' : edit ? 'grid' : 'table'}
        aria-rowcount={total + 1}
        aria-colcount={gaps ? order.length : undefined}
        style={{ width: lead + table.getTotalSize() + SIZE.touch }}
      >
        <thead {...ROLES.group}>
          <tr {...ROLES.row} data-drag-scope aria-rowindex={1}>
            {selection && (
              <th {...ROLES.head} scope="col" className="wd-table-check" data-pin="start">
                <input
                  type="checkbox"
                  className="wd-table-box"
                  aria-label={t('list.selectPage')}
                  checked={selection.whole}
                  ref={(box) => {
                    if (box) box.indeterminate = selection.count > 0 && !selection.whole;
                  }}
                  onChange={(event) => selection.page(event.target.checked)}
                />
              </th>
            )}
            {details && (
              <th {...ROLES.head} scope="col" className="wd-table-more" data-pin="start">
                <span className="wd-hidden">{t('list.details')}</span>
              </th>
            )}
            {plan.columns.map(head)}
            <th {...ROLES.head} scope="col" className="wd-table-menu" data-pin="end">
              <span className="wd-hidden">{t('list.rowActions')}</span>
            </th>
          </tr>
        </thead>
        <TableBody
          {...{ entity, records, names, draws, plan, tree, detailed, selection, edit, loading, size }}
          {...{ room, frame, more, onDetail, onMore, onOpen, onEdit, onDelete }}
          columns={order}
        />
        {sums && <TotalsRow entity={entity} plan={plan} sums={sums} />}
      </table>
    </div>
  );
}
