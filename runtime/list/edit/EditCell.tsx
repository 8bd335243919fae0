import { Tooltip } from 'antd';
import { type HTMLAttributes, type KeyboardEvent, useEffect, useRef } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useText } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { listField } from '../../record/query/fields.ts';
import { Cell } from '../cell/Cell.tsx';
import type { RefNames } from '../cell/useRefNames.ts';
import { type CellStep, readCellKey, readControlKey } from './cellKeys.ts';
import { type Draft, draftValue, isCellOpen } from './drafts.ts';
import type { Move } from './editState.ts';
import { loadCellEditor } from './loadCellEditor.ts';

const CellEditor = later(loadCellEditor);

export interface EditHandlers {
  onActivate(id: number, name: string, typing: boolean): void;
  onChange(record: ListRecord, name: string, value: unknown): void;
  /** Moves from the active cell. False at the edge, where the browser handles the key. */
  onMove(move: Move): boolean;
  /** Closes the control, and keeps or discards the input. */
  onFinish(keep: boolean, move?: Move): void;
}

/** A row's part of the editing state. */
export interface RowEdit extends EditHandlers {
  draft: Draft | undefined;
  /** The active column, if in this row. */
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

/** A cell that can be edited in the list. Enter opens it and moves down, Tab moves on, Esc discards the input. */
export function EditCell(props: Props) {
  const { entity, name, record, frame, edit } = props;
  const { draft, active, typing, onActivate, onChange, onMove, onFinish } = edit;
  const cell = useRef<HTMLTableCellElement>(null);
  const open = isCellOpen(entity, name, draft ? { ...record, ...draft.values } : record);
  const here = active === name;
  const isTyping = here && typing && open;
  const error = draft?.errors[name];
  const changed = draft !== undefined && name in draft.values;

  useEffect(() => {
    if (here && !typing) cell.current?.focus();
  }, [here, typing]);

  /** Executes the step, and returns whether the key was handled. */
  function follow(step: CellStep): boolean {
    switch (step.does) {
      case 'move':
        return onMove(step.move) || !step.leaves;
      case 'open':
        onActivate(record.id, name, true);
        return true;
      case 'clear':
        onChange(record, name, null);
        return true;
      case 'finish':
        onFinish(step.keep, step.move);
        return true;
    }
  }
  function onKey(event: KeyboardEvent): void {
    const listed = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    const step = isTyping ? readControlKey(event, listed) : readCellKey(event, open);
    if (!step) return;
    if (follow(step)) event.preventDefault();
    // Escape resets a cell, and must not also close the dialog around the list.
    if (event.key === 'Escape') event.stopPropagation();
  }

  return (
    <td
      {...frame}
      ref={cell}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the table is a grid
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
      onKeyDown={onKey}
      onBlur={(event) => {
        if (isTyping && event.relatedTarget && !cell.current?.contains(event.relatedTarget)) onFinish(true);
      }}
    >
      {isTyping ? <OpenCell {...props} /> : <ClosedCell {...props} />}
    </td>
  );
}

function OpenCell({ entity, name, record, names, edit: { draft, onChange } }: Props) {
  const text = useText();
  const field = listField(entity, name);
  const value = draftValue(draft, record, name);
  return (
    <CellEditor
      field={field}
      label={`${text(field.title ?? { zh: name, en: name })}, ${labelOfRecord(entity, record)}`}
      value={value}
      invalid={draft?.errors[name] !== undefined}
      holder={{ field: entity.schema, values: { ...record, ...draft?.values } }}
      shown={names.get(name)?.get(value as string | number)}
      onChange={(next) => onChange(record, name, next)}
    />
  );
}

function ClosedCell({ entity, name, record, names, edit: { draft } }: Props) {
  const value = draftValue(draft, record, name);
  const error = draft?.errors[name];
  const shown = <Cell entity={entity} name={name} value={value} record={record} names={names} zoneAbove />;
  if (!error) return shown;
  return (
    <Tooltip title={error}>
      <span>
        {shown}
        <span className="wd-edit-error">{error}</span>
      </span>
    </Tooltip>
  );
}
