/** Changes made in the list, which are saved together. */
import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { fieldState, type Values } from '../../core/rules/rule.ts';
import { fieldTypeOf } from '../../fieldTypes/index.ts';
import { same } from '../../form/values/structuralSharing.ts';
import type { FieldError } from '../../kit/api/errors.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import { filterKind, listField } from '../../record/query/fields.ts';

export interface Draft {
  /** The record before the changes. */
  base: ListRecord;
  values: Values;
  /** Errors by field. The key '' is for the whole record. */
  errors: Readonly<Record<string, string>>;
  /** The current record, if another user saved it in the meantime. */
  theirs?: ListRecord;
}

export type Drafts = ReadonlyMap<number, Draft>;

const CONTROLS = new Set([undefined, 'percent', 'segmented', 'textarea', 'ref', 'slider']);
const MAX_LINE = 200;
const EMPTY: Readonly<Record<string, string>> = {};

/** Returns whether a field has a control that fits a cell. */
export function isCellField(field: Field): boolean {
  if (field.readOnly || field.writeOnly || field['x-immutable'] || field['x-computed']) return false;
  if (!CONTROLS.has(field['x-control']) || !fieldTypeOf(field).fitsCell) return false;
  if (field.type === 'array') return false;
  return filterKind(field) !== 'text' || (field.maxLength ?? 0) <= MAX_LINE;
}

/** Returns whether the cell can be changed, by its field, its rules and the server's actions for the row. */
export function isCellOpen(entity: EntityDefinition, name: string, record: ListRecord): boolean {
  const field = listField(entity, name);
  // State fields change by transitions only.
  if (!entity.schema.properties?.[name] || !isCellField(field) || name === entity.states?.field) return false;
  // The server omits invisible fields.
  if (!(name in record) || !record._actions?.includes('update') || record._readonly?.includes(name))
    return false;
  const { visible, enabled } = fieldState(field, name, entity.schema, record, { saved: true });
  return visible && enabled;
}

const nothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Sets a cell. Equal values are no change. A row without changes has no draft. */
export function setDraft(drafts: Drafts, record: ListRecord, name: string, value: unknown): Drafts {
  const next = new Map(drafts);
  const now = drafts.get(record.id) ?? { base: record, values: {}, errors: EMPTY };
  const before = now.base[name];
  const unchanged = same(before, value) || (nothing(before) && nothing(value));
  const { [name]: _, ...others } = now.values;
  const values = unchanged ? others : { ...others, [name]: nothing(value) ? null : value };
  const { [name]: __, ...errors } = now.errors;
  if (Object.keys(values).length === 0) next.delete(record.id);
  else next.set(record.id, { ...now, values, errors });
  return next;
}

export function draftValue(draft: Draft | undefined, record: ListRecord, name: string): unknown {
  return draft && name in draft.values ? draft.values[name] : record[name];
}

export function draftsCells(drafts: Drafts): number {
  return [...drafts.values()].reduce((sum, { values }) => sum + Object.keys(values).length, 0);
}

/** Returns the body of the request: each changed record with version and changed values. */
export function draftsBody(drafts: Drafts): (Values & { id: number; version: number })[] {
  return [...drafts.values()].map(({ base, values }) => ({ id: base.id, version: base.version, ...values }));
}

const AT = /^\/records\/(\d+)(?:\/([^/]+))?/;

/** Adds the server's errors to their cells. */
export function refuseDrafts(drafts: Drafts, errors: readonly FieldError[]): Drafts {
  const ids = [...drafts.keys()];
  const next = new Map([...drafts].map(([id, draft]) => [id, { ...draft, errors: EMPTY }]));
  for (const { field, msg } of errors) {
    const [, index, name = ''] = AT.exec(field) ?? [];
    const draft = next.get(ids[Number(index)] ?? -1);
    if (draft) next.set(draft.base.id, { ...draft, errors: { ...draft.errors, [name]: msg } });
  }
  return next;
}

/** Marks the rows that another user saved first. */
export function draftsStale(drafts: Drafts, current: readonly ListRecord[]): Drafts {
  const now = new Map(current.map((record) => [record.id, record]));
  return new Map(
    [...drafts].map(([id, draft]) => {
      const theirs = now.get(id);
      return [id, theirs && theirs.version !== draft.base.version ? { ...draft, theirs } : draft];
    }),
  );
}

/** Loads the current records, with or without the user's changes. */
export function reloadDrafts(drafts: Drafts, keep: boolean): Drafts {
  let next: Drafts = new Map([...drafts].filter(([, { theirs }]) => !theirs));
  if (!keep) return next;
  for (const { theirs, values } of drafts.values()) {
    if (!theirs) continue;
    for (const [name, value] of Object.entries(values)) next = setDraft(next, theirs, name, value);
  }
  return next;
}
