import { type CSSProperties, memo, type ReactNode } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { is_numeric } from '../../form/shown/valueText.ts';
import { useT } from '../../i18n/index.ts';
import { Cell, RecordLink, record_label } from '../Cell.tsx';
import type { Draft } from '../edit/drafts.ts';
import { EditCell, type EditHandlers } from '../edit/EditCell.tsx';
import { list_field } from '../fields.ts';
import { type RowActions, RowMenu } from '../RowMenu.tsx';
import type { ListRecord } from '../useRecords.ts';
import { pinned_end, pinned_start, type RowPlan } from './plan.ts';
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
  /** From 1, the header being the first. */
  index: number;
  selected: boolean;
  onSelect(record: ListRecord, selected: boolean, stretch: boolean): void;
  edit: RowEdit | null;
}

export const TableRow = memo(function TableRow(props: Props) {
  const { entity, record, plan, names, index, selected, onSelect, edit, ...actions } = props;
  const t = useT();
  const lead = plan.start[0]!;

  const cell = (name: string, column: number, pin?: 'start' | 'end', style?: CSSProperties): ReactNode => {
    const field = list_field(entity, name);
    const frame = {
      'data-align': is_numeric(field) ? 'end' : undefined,
      'data-pin': pin,
      'aria-colindex': plan.gaps ? column : undefined,
      style,
    } as const;
    if (edit) return <EditCell key={name} {...{ entity, name, record, names, frame, edit }} />;
    return (
      <td key={name} {...frame}>
        {name === lead ? (
          <RecordLink entity={entity} name={name} names={names} record={record} onOpen={actions.onOpen} />
        ) : (
          <Cell entity={entity} name={name} value={record[name]} names={names} />
        )}
      </td>
    );
  };

  const ends = plan.centerAt + plan.center.length;
  return (
    <tr aria-rowindex={index} aria-selected={plan.selectable ? selected : undefined}>
      {plan.selectable && (
        <td className="wd-table-check" data-pin="start">
          <input
            type="checkbox"
            className="wd-table-box"
            aria-label={t('list.selectOne', { title: record_label(entity, record) })}
            checked={selected}
            onChange={(event) =>
              onSelect(record, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)
            }
          />
        </td>
      )}
      {plan.start.map((name, at) => cell(name, at + 1, 'start', pinned_start(at)))}
      {plan.gaps && <td aria-hidden className="wd-table-gap" />}
      {plan.center.map((name, at) => cell(name, plan.centerAt + at))}
      {plan.gaps && <td aria-hidden className="wd-table-gap" />}
      {plan.end.map((name, at) => cell(name, ends + at, 'end', pinned_end(at)))}
      <td className="wd-table-menu" data-pin="end">
        <RowMenu entity={entity} record={record} {...actions} />
      </td>
    </tr>
  );
});
