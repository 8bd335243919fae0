import { Tooltip } from 'antd';
import { type HTMLAttributes, useEffect, useRef } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useText } from '../../kit/i18n/index.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';
import { Cell } from '../cell/Cell.tsx';
import type { RefNames } from '../cell/useRefNames.ts';
import { CellEditor } from './CellEditor.tsx';
import { type Draft, draftValue, isCellOpen } from './drafts.ts';

export type Move = 'up' | 'down' | 'left' | 'right' | 'next' | 'back';

export interface EditHandlers {
  onActivate(id: number, name: string, typing: boolean): void;
  onChange(record: ListRecord, name: string, value: unknown): void;
  /** From the active cell; false at the edge, where the browser goes on. */
  onMove(move: Move): boolean;
  /** Leaves the control: what was typed is kept, or taken back. */
  onFinish(keep: boolean, move?: Move): void;
}

/** What of the staged editing concerns this one row. */
export interface RowEdit extends EditHandlers {
  draft: Draft | undefined;
  /** The column with the cursor, when it is in this row. */
  active: string | null;
  typing: boolean;
}

interface Props {
  entity: EntityDefinition;
  name: string;
  record: ListRecord;
  names: RefNames;
  frame: HTMLAttributes<HTMLTableCellElement>;
  edit: RowEdit;
}

const ARROWS: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** A cell that can be changed on the spot: Enter opens it and goes on below, Tab goes on beside, Esc takes back. */
export function EditCell({ entity, name, record, names, frame, edit }: Props) {
  const text = useText();
  const cell = useRef<HTMLTableCellElement>(null);
  const { draft, active, typing, onActivate, onChange, onMove, onFinish } = edit;
  const field = listField(entity, name);
  const open = isCellOpen(entity, name, draft ? { ...record, ...draft.values } : record);
  const here = active === name;
  const isTyping = here && typing && open;
  const error = draft?.errors[name];
  const changed = draft !== undefined && name in draft.values;
  const value = draftValue(draft, record, name);

  useEffect(() => {
    if (here && !typing && cell.current && !cell.current.contains(document.activeElement))
      cell.current.focus();
    else if (here && !typing) cell.current?.focus();
  }, [here, typing]);

  const move = (event: React.KeyboardEvent, step: Move) => {
    if (onMove(step)) event.preventDefault();
  };
  const keyInCell = (event: React.KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      event.preventDefault();
      onMove(arrow);
    } else if (event.key === 'Tab') move(event, event.shiftKey ? 'back' : 'next');
    else if ((event.key === 'Enter' || event.key === 'F2') && open) {
      event.preventDefault();
      onActivate(record.id, name, true);
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && open) {
      event.preventDefault();
      onChange(record, name, null);
    }
  };
  const keyInControl = (event: React.KeyboardEvent) => {
    // While its list of options is open, a control needs Enter and Esc itself.
    const listed = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onFinish(false);
    } else if (event.key === 'Enter' && !listed) {
      event.preventDefault();
      onFinish(true, 'down');
    } else if (event.key === 'Tab') {
      event.preventDefault();
      onFinish(true, event.shiftKey ? 'back' : 'next');
    }
  };

  const shown = <Cell entity={entity} name={name} value={value} record={record} names={names} />;
  return (
    <td
      {...frame}
      ref={cell}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of a table that is a grid
      role="gridcell"
      tabIndex={here ? 0 : -1}
      className={`wd-edit-cell ${frame.className}`}
      data-open={open || undefined}
      data-changed={changed || undefined}
      data-error={error !== undefined || undefined}
      aria-readonly={!open}
      aria-invalid={error !== undefined || undefined}
      onFocus={() => !here && onActivate(record.id, name, false)}
      onClick={() => open && !isTyping && onActivate(record.id, name, true)}
      onKeyDown={isTyping ? keyInControl : keyInCell}
      onBlur={(event) => {
        if (isTyping && event.relatedTarget && !cell.current?.contains(event.relatedTarget)) onFinish(true);
      }}
    >
      {isTyping ? (
        <CellEditor
          field={field}
          label={`${text(field.title ?? { zh: name, en: name })}, ${labelOfRecord(entity, record)}`}
          value={value}
          invalid={error !== undefined}
          shown={names.get(name)?.get(value as string | number)}
          onChange={(next) => onChange(record, name, next)}
        />
      ) : error ? (
        <Tooltip title={error}>
          <span>
            {shown}
            <span className="wd-edit-error">{error}</span>
          </span>
        </Tooltip>
      ) : (
        shown
      )}
    </td>
  );
}
