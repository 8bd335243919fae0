import { useTable } from '@tanstack/react-table';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { is_numeric } from '../../form/shown/valueText.ts';
import { useDictionaries } from '../../form/useDictionaries.ts';
import { useLang, useT, useText } from '../../i18n/index.ts';
import { SIZE } from '../../theme/tokens.ts';
import type { Selection } from '../bulk/useSelection.ts';
import type { InlineEdit } from '../edit/useInlineEdit.ts';
import { list_field } from '../fields.ts';
import { type SortKey, sort_toggle } from '../query.ts';
import type { RowActions } from '../RowMenu.tsx';
import type { TreeView } from '../tree/useTreeRecords.ts';
import { turned } from '../turned.ts';
import type { ListRecord } from '../useRecords.ts';
import { ColumnHeader } from './ColumnHeader.tsx';
import { columns_draw } from './draw.tsx';
import {
  type ListLayout,
  layout_move,
  layout_order,
  layout_size,
  layout_step,
  lead_column,
  pin_of,
  width_clamp,
  width_usual,
  widths_fit,
} from './layout.ts';
import { features, helper, pin_offsets, pinned_end, pinned_start, type RowPlan } from './plan.ts';
import './table.css';
import { TableBody } from './TableBody.tsx';
import { type Sums, TotalsRow } from './TotalsRow.tsx';
import { useDragOrder } from './useDragOrder.ts';
import type { RefNames } from './useRefNames.ts';
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
  const room = useWidth(frame);
  const [opened, setOpened] = useState(NONE);
  const onDetail = useCallback((id: number) => setOpened((now) => turned(now, id)), []);
  // A cell that is edited needs its place.
  const detailed = edit ? NONE : opened;
  const [sizing, setSizing] = useState<{ name: string; width: number } | null>(null);
  const title = useCallback(
    (name: string) => text(list_field(entity, name).title ?? { zh: name, en: name }),
    [entity, text],
  );

  const order = useMemo(() => layout_order(entity, layout), [entity, layout]);
  const columns = useMemo(
    () => helper.columns(order.map((id) => helper.accessor((record) => record[id], { id }))),
    [order],
  );
  const draws = useMemo(
    () => columns_draw(entity, order, names, dictionaries, lang),
    [entity, order, names, dictionaries, lang],
  );
  const check = selection ? SIZE.touch : 0;
  const details = edit ? null : check;
  const lead = check + (edit ? 0 : SIZE.control);
  const sizes = useMemo(() => {
    const fit = order.map((id) => {
      const own = sizing?.name === id ? sizing.width : layout.widths[id];
      const usual = width_usual(list_field(entity, id), title(id), id === lead_column(entity));
      return { id, width: own ?? usual, fixed: own !== undefined };
    });
    return widths_fit(fit, room - lead - SIZE.touch);
  }, [order, layout.widths, sizing, entity, title, room, lead]);
  const pinning = useMemo(
    () => ({
      start: order.filter((name) => name === lead_column(entity) || pin_of(layout, name) === 'start'),
      end: order.filter((name) => pin_of(layout, name) === 'end'),
    }),
    [order, layout, entity],
  );
  const table = useTable({
    features,
    columns,
    data: records,
    getRowId: (record) => String(record.id),
    state: { columnOrder: order, columnSizing: sizes, columnPinning: pinning },
  });

  const centers = table.getCenterLeafColumns();
  const widths = centers.map((column) => column.getSize());
  const starts = pinning.start.map((name) => sizes[name]!);
  const ends = pinning.end.map((name) => sizes[name]!);
  const pinned = lead + table.getStartTotalSize();
  const across = useColumnWindow(frame, widths, pinned);
  const gaps = across.to - across.from < widths.length;
  const { from, to } = across;
  const selectable = selection !== null;
  const plan = useMemo<RowPlan>(() => {
    const center = order.filter((name) => !pinning.start.includes(name) && !pinning.end.includes(name));
    return {
      start: pinning.start,
      center: center.slice(from, to),
      end: pinning.end,
      gaps,
      centerAt: pinning.start.length + from + 1,
      selectable,
      details,
    };
  }, [order, pinning, from, to, gaps, selectable, details]);

  const { drag, begin } = useDragOrder('x', (name, target, side) =>
    onLayout(layout_move(entity, layout, name, target, side)),
  );
  const header = {
    sort,
    drag,
    onDragStart: begin,
    onSort: (name: string, several: boolean) => onSort(sort_toggle(sort, name, several)),
    onStep: (name: string, step: -1 | 1) => onLayout(layout_step(entity, layout, name, step)),
    onWidth: (name: string, width: number | null, done: boolean) => {
      setSizing(done || width === null ? null : { name, width: width_clamp(width) });
      if (done) onLayout(layout_size(layout, name, width));
    },
  };
  const head = (name: string, index: number, pin?: 'start' | 'end', at = 0) => (
    <ColumnHeader
      key={name}
      {...header}
      name={name}
      title={title(name)}
      width={sizes[name]!}
      align={is_numeric(list_field(entity, name)) ? 'end' : undefined}
      index={gaps ? index : undefined}
      pin={pin}
      style={pin === 'start' ? pinned_start(at) : pin === 'end' ? pinned_end(at) : undefined}
    />
  );
  const cells = plan.start.length + plan.center.length + plan.end.length + (gaps ? 2 : 0);
  const span = cells + 1 + (selection ? 1 : 0) + (edit ? 0 : 1);

  return (
    <div className="wd-table-frame wd-card" ref={frame}>
      <table
        className="wd-table"
        role={tree ? 'treegrid' : edit ? 'grid' : undefined}
        aria-rowcount={total + 1}
        aria-colcount={gaps ? order.length : undefined}
        style={{
          width: lead + table.getTotalSize() + SIZE.touch,
          ...pin_offsets(starts, ends, lead, SIZE.touch),
        }}
      >
        <colgroup>
          {selection && <col style={{ width: check }} />}
          {!edit && <col style={{ width: SIZE.control }} />}
          {plan.start.map((name) => (
            <col key={name} style={{ width: sizes[name] }} />
          ))}
          {gaps && <col style={{ width: across.before }} />}
          {plan.center.map((name) => (
            <col key={name} style={{ width: sizes[name] }} />
          ))}
          {gaps && <col style={{ width: across.after }} />}
          {plan.end.map((name) => (
            <col key={name} style={{ width: sizes[name] }} />
          ))}
          <col style={{ width: SIZE.touch }} />
        </colgroup>
        <thead>
          <tr data-drag-scope aria-rowindex={1}>
            {selection && (
              <th scope="col" className="wd-table-check" data-pin="start">
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
            {details !== null && (
              <th
                scope="col"
                className="wd-table-more"
                data-pin="start"
                style={{ insetInlineStart: details }}
              >
                <span className="wd-hidden">{t('list.details')}</span>
              </th>
            )}
            {plan.start.map((name, at) => head(name, at + 1, 'start', at))}
            {gaps && <th aria-hidden className="wd-table-gap" />}
            {plan.center.map((name, at) => head(name, plan.centerAt + at))}
            {gaps && <th aria-hidden className="wd-table-gap" />}
            {plan.end.map((name, at) => head(name, order.length - plan.end.length + at + 1, 'end', at))}
            <th scope="col" className="wd-table-menu" data-pin="end">
              <span className="wd-hidden">{t('list.rowActions')}</span>
            </th>
          </tr>
        </thead>
        <TableBody
          {...{ entity, records, names, draws, plan, tree, detailed, selection, edit, loading, size, span }}
          {...{ room, frame, more, onDetail, onMore, onOpen, onEdit, onDelete }}
          columns={order}
        />
        {sums && <TotalsRow entity={entity} plan={plan} sums={sums} />}
      </table>
    </div>
  );
}
