import { memo, type ReactNode, useMemo } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { ROLES } from '../../kit/table/cells.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { countRowMarks, MarkButtons } from '../../record/marks/MarkButtons.tsx';
import { isUnread } from '../../record/marks/marks.ts';
import { RowMenu } from '../cell/RowMenu.tsx';
import { countRowMoves, RowMoves } from '../cell/RowMoves.tsx';
import type { RefNames } from '../cell/useRefNames.ts';
import type { RowActions } from '../cell/useRowItems.tsx';
import { EditCell, type RowEdit } from '../edit/EditCell.tsx';
import type { TreePlace } from '../tree/tree.ts';
import type { Draws } from './draw.tsx';
import { LeadCell } from './LeadCell.tsx';
import type { ColumnPlan, RowPlan } from './plan.ts';
import { CheckCell, MoreCell } from './RowSigns.tsx';

interface Props extends RowActions {
  entity: Entity;
  record: ListRecord;
  plan: RowPlan;
  names: RefNames;
  draws: Draws;
  /** Line number. 1 is the header. */
  index: number;
  /** The position in the tree. Undefined for other lists. */
  place: TreePlace | undefined;
  onBranch(id: number): void;
  detailed: boolean;
  onDetail(id: number): void;
  selected: boolean;
  onSelect(record: ListRecord, selected: boolean, stretch: boolean): void;
  edit: RowEdit | null;
}

function treeAria(place: TreePlace | undefined) {
  if (!place) return {};
  const { level, branch, position, siblings } = place;
  return {
    'aria-level': level,
    'aria-posinset': position,
    'aria-setsize': siblings,
    'aria-expanded': branch === 'leaf' ? undefined : branch === 'open',
  };
}

/** Returns the cached element of a cell, so that horizontal scrolling only renders new cells. */
function cacheCells(draw: (column: ColumnPlan) => ReactNode): (column: ColumnPlan) => ReactNode {
  const drawnCells = new Map<string, { column: ColumnPlan; cell: ReactNode }>();
  return (column) => {
    const before = drawnCells.get(column.name);
    if (before?.column === column) return before.cell;
    const cell = draw(column);
    drawnCells.set(column.name, { column, cell });
    return cell;
  };
}

export const TableRow = memo(function TableRow(props: Props) {
  const { entity, record, plan, names, draws, index, place, detailed, selected, edit } = props;
  const { onBranch, onDetail, onSelect, onOpen, onEdit, onDelete, onMove } = props;
  const { columns, role, selectable, details } = plan;
  const lead = columns[0]!.name;

  const cell = useMemo(
    () =>
      cacheCells(({ name, frame }) => {
        if (edit) return <EditCell key={name} {...{ entity, name, record, names, frame, edit }} />;
        const shown = draws.get(name)?.(record[name], record);
        if (name !== lead)
          return (
            <td key={name} {...frame} role={role}>
              {shown}
            </td>
          );
        const title = labelOfRecord(entity, record);
        return (
          <td key={name} {...frame} role={role}>
            <LeadCell
              title={title}
              place={place}
              onOpen={onOpen && (() => onOpen(record.id))}
              onBranch={() => onBranch(record.id)}
            >
              {name === entity.label ? title : shown}
            </LeadCell>
          </td>
        );
      }),
    [entity, record, names, draws, lead, role, place, edit, onBranch, onOpen],
  );

  const of = { entity, record, role };
  return (
    <tr
      {...ROLES.row}
      aria-rowindex={index}
      aria-selected={selectable ? selected : undefined}
      data-unread={isUnread(entity, record) || undefined}
      {...treeAria(place)}
    >
      {selectable && (
        // A parent that is only shown for a match cannot be selected.
        <CheckCell {...of} {...{ selected, onSelect }} disabled={place?.found === false} />
      )}
      {details && <MoreCell {...of} {...{ detailed, onDetail }} tree={place !== undefined} />}
      {columns.map(cell)}
      <td className="wd-table-menu" data-pin="end" role={role}>
        {countRowMarks(entity) > 0 && <MarkButtons {...{ entity, record }} short />}
        {countRowMoves(entity) > 0 && <RowMoves {...{ entity, record, onMove }} short />}
        <RowMenu {...{ entity, record, onOpen, onEdit, onDelete, onMove }} />
      </td>
    </tr>
  );
});
