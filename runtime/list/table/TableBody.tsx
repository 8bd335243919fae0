import { type RefObject, useDeferredValue, useEffect } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import type { Selection } from '../bulk/useSelection.ts';
import type { InlineEdit } from '../edit/useInlineEdit.ts';
import type { RowActions } from '../RowMenu.tsx';
import type { ListRecord } from '../useRecords.ts';
import type { RowPlan } from './plan.ts';
import { row_edit } from './rowEdit.ts';
import { SkeletonRows } from './SkeletonRows.tsx';
import { TableRow } from './TableRow.tsx';
import type { RefNames } from './useRefNames.ts';
import { useRowWindow } from './useWindow.ts';

interface Props extends RowActions {
  entity: Entity;
  records: readonly ListRecord[];
  names: RefNames;
  plan: RowPlan;
  selection: Selection | null;
  edit: InlineEdit | null;
  loading: boolean;
  size: number;
  /** Cells of a row. */
  span: number;
  frame: RefObject<HTMLElement | null>;
  more: boolean;
  onMore(): void;
}

/** So many rows before the end, further ones are asked for. */
const AHEAD = 40;
const ignore = (): void => undefined;

/** The rows. Scrolling draws these anew and nothing around them. */
export function TableBody(props: Props) {
  const { entity, records, names, plan, selection, edit, loading, size, span, frame, more, onMore } = props;
  const { onOpen, onEdit, onDelete } = props;
  const { from, to, scrollTo, ...gaps } = useRowWindow(frame, records.length);
  // Rows are drawn in pieces between the frames: however far one jumps, scrolling itself never waits for them.
  // All four in one text, since a deferred value is compared by identity.
  const drawn = useDeferredValue(`${from} ${to} ${gaps.before} ${gaps.after}`);
  const [first = 0, behind = 0, before = 0, after = 0] = drawn.split(' ').map(Number);

  const wanted = more && to > records.length - AHEAD;
  useEffect(() => {
    if (wanted && !loading) onMore();
  }, [wanted, loading, onMore]);

  // The cell with the cursor comes into sight before it takes the focus.
  const activeId = edit?.active?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the cursor goes to another row
  useEffect(() => {
    const at = activeId === undefined ? -1 : records.findIndex(({ id }) => id === activeId);
    if (at >= 0 && (at < from || at >= to)) scrollTo(at);
  }, [activeId]);

  return (
    <tbody>
      {loading && <SkeletonRows rows={size} columns={span} />}
      <Gap height={before} span={span} />
      {records.slice(first, behind).map((record, at) => (
        <TableRow
          key={record.id}
          {...{ entity, record, plan, names, onOpen, onEdit, onDelete }}
          index={first + at + 2}
          selected={selection?.has(record.id) ?? false}
          onSelect={selection?.toggle ?? ignore}
          edit={edit && row_edit(edit, record.id)}
        />
      ))}
      <Gap height={after} span={span} />
    </tbody>
  );
}

/** Stands for the rows out of sight. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden>
      <td colSpan={span} className="wd-table-gap" style={{ height }} />
    </tr>
  );
}
