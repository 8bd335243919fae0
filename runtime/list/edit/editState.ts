/** The state of editing in a list, and the steps that change it. Pure. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { FieldError } from '../../kit/api/errors.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { type Drafts, draftsStale, isCellOpen, refuseDrafts, reloadDrafts, setDraft } from './drafts.ts';

/** The active cell. `typing`: its control is open. */
export interface ActiveCell {
  id: number;
  name: string;
  typing: boolean;
}

export interface EditState {
  on: boolean;
  drafts: Drafts;
  active: ActiveCell | null;
  /** The drafts before the control was opened. */
  before: Drafts;
  busy: boolean;
  failure: string;
}

/** The displayed rows and columns. */
export interface Sheet {
  records: readonly ListRecord[];
  columns: readonly string[];
}

export type Move = 'up' | 'down' | 'left' | 'right' | 'next' | 'back';

const NO_DRAFTS: Drafts = new Map();
export const EDIT_OFF: EditState = {
  on: false,
  drafts: NO_DRAFTS,
  active: null,
  before: NO_DRAFTS,
  busy: false,
  failure: '',
};

function findOpenCell(entity: EntityDefinition, { records, columns }: Sheet): ActiveCell | null {
  for (const record of records) {
    const name = columns.find((column) => isCellOpen(entity, column, record));
    if (name !== undefined) return { id: record.id, name, typing: false };
  }
  return null;
}

/** Activates the first changeable cell, or the first cell without one. */
export function startEdit(state: EditState, entity: EntityDefinition, sheet: Sheet): EditState {
  const [record] = sheet.records;
  const [name] = sheet.columns;
  const first = record && name !== undefined ? { id: record.id, name, typing: false } : null;
  return { ...state, on: true, active: findOpenCell(entity, sheet) ?? first };
}

export function activateCell(state: EditState, active: ActiveCell): EditState {
  return { ...state, active, before: active.typing ? state.drafts : state.before };
}

export function changeCell(state: EditState, record: ListRecord, name: string, value: unknown): EditState {
  const { base } = state.drafts.get(record.id) ?? { base: record };
  return { ...state, drafts: setDraft(state.drafts, base, name, value) };
}

/** Closes the control, and keeps or discards the input. */
export function finishCell(state: EditState, keep: boolean): EditState {
  const { active, drafts, before } = state;
  return { ...state, drafts: keep ? drafts : before, active: active && { ...active, typing: false } };
}

/** Returns the cell next to the active one. Null at the edge. */
export function cellBeside(active: ActiveCell | null, { records, columns }: Sheet, move: Move) {
  if (!active) return null;
  const row = records.findIndex(({ id }) => id === active.id);
  const column = columns.indexOf(active.name);
  const flat = row * columns.length + column;
  const [toRow, toColumn] = {
    up: [row - 1, column],
    down: [row + 1, column],
    left: [row, column - 1],
    right: [row, column + 1],
    next: [Math.floor((flat + 1) / columns.length), (flat + 1) % columns.length],
    back: [Math.floor((flat - 1) / columns.length), (flat - 1 + columns.length) % columns.length],
  }[move] as [number, number];
  const record = records[toRow];
  const name = columns[toColumn];
  return record && name !== undefined ? { id: record.id, name, typing: false } : null;
}

export function discardEdits(state: EditState): EditState {
  return { ...state, drafts: NO_DRAFTS, failure: '' };
}

/** The server's rejection: conflicts, errors of cells, or a general error. */
export interface Refusal {
  theirs: readonly ListRecord[];
  fields: readonly FieldError[];
  failure: string;
}

/** Adds a rejection. Conflicts are shown at their rows. Other errors are also shown above the list. */
export function refuseEdits(state: EditState, { theirs, fields, failure }: Refusal): EditState {
  return theirs.length > 0
    ? { ...state, drafts: draftsStale(state.drafts, theirs) }
    : { ...state, drafts: refuseDrafts(state.drafts, fields), failure };
}

/** Loads the current rows after a conflict, with or without the user's changes. */
export function reloadEdits(state: EditState, keep: boolean): EditState {
  return { ...state, drafts: reloadDrafts(state.drafts, keep) };
}
