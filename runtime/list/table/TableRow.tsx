import { type CSSProperties, memo, type ReactNode } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { is_numeric } from '../../form/shown/valueText.ts';
import { useT } from '../../i18n/index.ts';
import { Icon } from '../../theme/Icon.tsx';
import { record_label } from '../Cell.tsx';
import type { Draft } from '../edit/drafts.ts';
import { EditCell, type EditHandlers } from '../edit/EditCell.tsx';
import { list_field } from '../fields.ts';
import { type RowActions, RowMenu } from '../RowMenu.tsx';
import type { TreePlace } from '../tree/tree.ts';
import type { ListRecord } from '../useRecords.ts';
import type { Draws } from './draw.tsx';
import { LeadCell } from './LeadCell.tsx';
import { pinned_end, pinned_start, type RowPlan } from './plan.ts';
import { detail_id } from './RowDetail.tsx';
import type { RefNames } from './useRefNames.ts';

/** What of the staged editing concerns this one row. */
export interface RowEdit extends EditHandlers {
  draft: Draft | undefined;
  /** The column with the cursor, when it is in this row. */
  active: string | null;
  typing: boolean;
}

interface Props extends RowActions {
  entity: Entity;
  record: ListRecord;
  plan: RowPlan;
  names: RefNames;
  draws: Draws;
  /** From 1, the header being the first. */
  index: number;
  /** In a tree. */
  place: TreePlace | undefined;
  onBranch(id: number): void;
  detailed: boolean;
  onDetail(id: number): void;
  selected: boolean;
  onSelect(record: ListRecord, selected: boolean, stretch: boolean): void;
  edit: RowEdit | null;
}

const SIGN_SIZE = 14;

function tree_aria(place: TreePlace | undefined) {
  if (!place) return {};
  const { level, branch, position, siblings } = place;
  return {
    'aria-level': level,
    'aria-posinset': position,
    'aria-setsize': siblings,
    'aria-expanded': branch === 'leaf' ? undefined : branch === 'open',
  };
}

export const TableRow = memo(function TableRow(props: Props) {
  const { entity, record, plan, names, draws, index, place, detailed, selected, edit } = props;
  const { onBranch, onDetail, onSelect, onOpen, onEdit, onDelete } = props;
  const t = useT();
  const lead = plan.start[0]!;
  const title = record_label(entity, record);

  const cell = (name: string, column: number, pin?: 'start' | 'end', style?: CSSProperties): ReactNode => {
    const frame = {
      'data-align': is_numeric(list_field(entity, name)) ? 'end' : undefined,
      'data-pin': pin,
      'aria-colindex': plan.gaps ? column : undefined,
      style,
    } as const;
    if (edit) return <EditCell key={name} {...{ entity, name, record, names, frame, edit }} />;
    const shown = draws.get(name)?.(record[name]);
    return (
      <td key={name} {...frame}>
        {name === lead ? (
          <LeadCell
            title={title}
            place={place}
            onOpen={onOpen && (() => onOpen(record.id))}
            onBranch={() => onBranch(record.id)}
          >
            {name === entity.label ? title : shown}
          </LeadCell>
        ) : (
          shown
        )}
      </td>
    );
  };

  const ends = plan.centerAt + plan.center.length;
  return (
    <tr aria-rowindex={index} aria-selected={plan.selectable ? selected : undefined} {...tree_aria(place)}>
      {plan.selectable && (
        <td className="wd-table-check" data-pin="start">
          <input
            type="checkbox"
            className="wd-table-box"
            aria-label={t('list.selectOne', { title })}
            // What only stands above what was found is not a part of the choice.
            disabled={place?.found === false}
            checked={selected}
            onChange={(event) =>
              onSelect(record, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)
            }
          />
        </td>
      )}
      {plan.details !== null && (
        <td className="wd-table-more" data-pin="start" style={{ insetInlineStart: plan.details }}>
          <button
            type="button"
            aria-expanded={detailed}
            aria-controls={detailed ? detail_id(entity, record.id) : undefined}
            aria-label={t('list.detailOf', { title })}
            onClick={() => onDetail(record.id)}
          >
            <Icon name={place ? 'info' : 'chevron'} size={SIGN_SIZE} />
          </button>
        </td>
      )}
      {plan.start.map((name, at) => cell(name, at + 1, 'start', pinned_start(at)))}
      {plan.gaps && <td aria-hidden className="wd-table-gap" />}
      {plan.center.map((name, at) => cell(name, plan.centerAt + at))}
      {plan.gaps && <td aria-hidden className="wd-table-gap" />}
      {plan.end.map((name, at) => cell(name, ends + at, 'end', pinned_end(at)))}
      <td className="wd-table-menu" data-pin="end">
        <RowMenu entity={entity} record={record} onOpen={onOpen} onEdit={onEdit} onDelete={onDelete} />
      </td>
    </tr>
  );
});
