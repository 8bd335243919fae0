import { type CSSProperties, useCallback, useId, useMemo, useRef, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { useDictionaries } from '../../form/values/useDictionaries.ts';
import { useLang, useText } from '../../kit/i18n/index.ts';
import type { SortKey } from '../../kit/table/sort.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { countRowMarks } from '../../record/marks/MarkButtons.tsx';
import { listField } from '../../record/query/fields.ts';
import type { Selection } from '../bulk/useSelection.ts';
import { countRowMoves } from '../cell/RowMoves.tsx';
import type { RowActions } from '../cell/useRowItems.tsx';
import type { InlineEdit } from '../edit/useInlineEdit.ts';
import { toggleInList } from '../tree/toggleInList.ts';
import type { TreeView } from '../tree/useTreeRecords.ts';
import { CutFigures } from './CutFigures.tsx';
import type { ListLayout } from './columnLayout.ts';
import { drawColumns } from './draw.tsx';
import { columnsSheet, listDrawnColumns, planColumns, type RowPlan } from './plan.ts';
import '../../kit/table/table.css';
import './table.css';
import './rows.css';
import type { RefNames } from '../cell/useRefNames.ts';
import { TableBody } from './TableBody.tsx';
import { TableHead } from './TableHead.tsx';
import { type Sums, TotalsRow } from './TotalsRow.tsx';
import { useColumns } from './useColumnSizing.ts';
import { useFigures } from './useFigures.ts';
import { useColumnWindow, useWidth } from './useWindow.ts';

export interface RowsProps extends RowActions {
  entity: Entity;
  records: ListRecord[];
  names: RefNames;
  loading: boolean;
  /** Number of expected rows, so that the placeholder has the height of the result. */
  size: number;
  /** Null without bulk actions. */
  selection: Selection | null;
  /** More rows can be loaded (endless mode). */
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

/** Shows rows below a header. Columns can be sorted, resized, moved and pinned. Only visible rows are rendered. */
export function ListTable(props: Props) {
  const { entity, records, names, loading, size, selection, more, onMore, total } = props;
  const { layout, onLayout, sort, onSort, edit, sums, tree, ...actions } = props;
  const { onOpen, onEdit, onDelete, onMove } = actions;
  const text = useText();
  const lang = useLang();
  const dictionaries = useDictionaries();
  const frame = useRef<HTMLDivElement>(null);
  const scope = `wd-table${useId()}`;
  const room = useWidth(frame);
  const [opened, setOpened] = useState(NONE);
  const onDetail = useCallback((id: number) => setOpened((now) => toggleInList(now, id)), []);
  const title = useCallback(
    (name: string) => text(listField(entity, name).title ?? { zh: name, en: name }),
    [entity, text],
  );

  const selectable = selection !== null;
  // An edited cell must not move, so details are not available during editing.
  const details = edit === null;
  const { needs, unitOf, isHeaded } = useFigures(props);
  const titleWide = useCallback(
    (name: string) => [title(name), unitOf(name)].filter(Boolean).join(' '),
    [title, unitOf],
  );
  const lead = (selectable ? SIZE.touch : 0) + (details ? SIZE.control : 0);
  const tail = SIZE.touch + (countRowMoves(entity) + countRowMarks(entity)) * SIZE.control;
  const space = room - lead - tail;
  const columns = useColumns({ entity, records, layout, onLayout, title: titleWide, space, needs });
  const { order, parts, sizes, centerWidths, totalWidth, onWidth } = columns;
  const draws = useMemo(
    () => drawColumns(entity, order, names, dictionaries, lang, isHeaded),
    [entity, order, names, dictionaries, lang, isHeaded],
  );

  const { from, to, before } = useColumnWindow(frame, centerWidths, lead + columns.startWidth);
  const gaps = to - from < centerWidths.length;
  const places = useMemo(() => planColumns(entity, parts, gaps), [entity, parts, gaps]);
  const role = tree || edit ? 'gridcell' : 'cell';
  const plan = useMemo<RowPlan>(
    () => ({ columns: listDrawnColumns(places, { from, to, before }), role, selectable, details }),
    [places, from, to, before, role, selectable, details],
  );
  return (
    <div className="wd-table-frame wd-table-list wd-card" ref={frame}>
      <style>{columnsSheet(scope, parts, sizes, { lead, tail })}</style>
      <CutFigures {...{ entity, scope, frame, parts, sizes, room, lead, tail }} />
      <table
        className={`wd-table wd-table-rows ${scope}`}
        role={tree ? 'treegrid' : edit ? 'grid' : 'table'}
        aria-rowcount={total + 1}
        aria-colcount={gaps ? order.length : undefined}
        style={{ width: lead + totalWidth + tail, '--wd-table-tail': `${tail}px` } as CSSProperties}
      >
        <TableHead
          {...{ entity, plan, selection, sizes, title, unitOf, layout, onLayout, onWidth, sort, onSort }}
        />
        <TableBody
          {...{ entity, records, names, draws, plan, tree, selection, edit, loading, size }}
          {...{ room, frame, more, onDetail, onMore, onOpen, onEdit, onDelete, onMove }}
          columns={order}
          detailed={details ? opened : NONE}
        />
        {sums && <TotalsRow {...{ entity, plan, sums, isHeaded }} />}
      </table>
    </div>
  );
}
