import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { ROLES } from '../../kit/table/cells.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import type { Selection } from '../bulk/useSelection.ts';
import type { RefNames } from '../cell/useRefNames.ts';
import type { RowActions } from '../cell/useRowItems.tsx';
import type { InlineEdit } from '../edit/useInlineEdit.ts';
import type { TreeView } from '../tree/useTreeRecords.ts';
import type { Draws } from './draw.tsx';
import { lineKey, makeLines, NO_SLOTS, slotsNext } from './lines.ts';
import type { RowPlan } from './plan.ts';
import { RowDetail } from './RowDetail.tsx';
import { editRow } from './rowEdit.ts';
import { SkeletonRows } from './SkeletonRows.tsx';
import { TableRow } from './TableRow.tsx';
import { useRowWindow } from './useWindow.ts';

interface Props extends RowActions {
  entity: Entity;
  records: readonly ListRecord[];
  names: RefNames;
  draws: Draws;
  plan: RowPlan;
  columns: readonly string[];
  tree: TreeView | null;
  /** The records with expanded details. */
  detailed: ReadonlySet<number>;
  onDetail(id: number): void;
  selection: Selection | null;
  edit: InlineEdit | null;
  loading: boolean;
  size: number;
  /** The visible width of the table. */
  room: number;
  frame: RefObject<HTMLElement | null>;
  more: boolean;
  onMore(): void;
}

/** Number of rows before the end at which more rows are requested. */
const AHEAD = 40;
const ignore = (): void => undefined;

/** Renders the rows. Scrolling renders only this component. */
export function TableBody(props: Props) {
  const { entity, records, names, draws, plan, columns, tree, detailed, onDetail, selection, edit } = props;
  const { loading, size, room, frame, more, onMore, onOpen, onEdit, onDelete, onMove } = props;
  const lines = useMemo(() => makeLines(records, detailed), [records, detailed]);
  const { from, to, windowed, scrollTo, measure, ...gaps } = useRowWindow(frame, lines);
  // Rows are rendered in the background, so that scrolling is never blocked. All four values are one string, because
  // React compares deferred values by identity.
  const wished = `${from} ${to} ${gaps.before} ${gaps.after}`;
  const later = useDeferredValue(wished);
  const [first = 0, end = 0, before = 0, after = 0] = (windowed ? later : wished).split(' ').map(Number);

  const lastSlots = useRef(NO_SLOTS);
  const slots = slotsNext(lastSlots.current, first, end);
  useLayoutEffect(() => {
    lastSlots.current = slots;
  });

  const needsMore = more && to > lines.length - AHEAD;
  useEffect(() => {
    if (needsMore && !loading) onMore();
  }, [needsMore, loading, onMore]);

  // Scrolls to the active cell before focusing it.
  const activeId = edit?.active?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only if the active row changes
  useEffect(() => {
    const index = activeId === undefined ? -1 : lines.findIndex(({ record }) => record.id === activeId);
    if (index >= 0 && (index < from || index >= to)) scrollTo(index);
  }, [activeId]);

  let row = detailed.size > 0 ? lines.slice(0, first).filter(({ detail }) => !detail).length : first;
  return (
    // Padding replaces the rows above and below the visible ones.
    <tbody {...ROLES.group} style={{ paddingBlock: `${before}px ${after}px` }}>
      {loading && <SkeletonRows rows={size} plan={plan} />}
      {lines.slice(first, end).map((line, index) => {
        const { record, detail } = line;
        if (detail)
          return (
            <RowDetail
              key={lineKey(line)}
              {...{ entity, record, columns, room, measure }}
              role={plan.role}
              index={first + index}
            />
          );
        row += 1;
        return (
          <TableRow
            // During editing, and without virtual scrolling, an element belongs to one record.
            key={windowed && !edit ? `slot${slots.keys[index]}` : lineKey(line)}
            {...{ entity, record, plan, names, draws, onDetail, onOpen, onEdit, onDelete, onMove }}
            index={row + 1}
            place={tree?.places.get(record.id)}
            onBranch={tree?.turn ?? ignore}
            detailed={detailed.has(record.id)}
            selected={selection?.has(record.id) ?? false}
            onSelect={selection?.toggle ?? ignore}
            edit={edit && editRow(edit, record.id)}
          />
        );
      })}
    </tbody>
  );
}
