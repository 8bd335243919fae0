/**
 * Handles a conflict (409): finds the changes of both users, and applies the user's changes to the current
 * record.
 */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { lineSets, writeLines } from '../../core/lines.ts';
import type { Values } from '../../core/rules/rule.ts';
import { stripValues } from '../../core/rules/values.ts';
import { same } from '../../form/values/structuralSharing.ts';
import { mergeLines } from './mergeLines.ts';

/** Returns the fields with different values. Missing equals null. */
export function changedFields(entity: EntityDefinition, before: Values, after: Values): string[] {
  const [a, b] = [stripValues(entity.schema, before), stripValues(entity.schema, after)];
  return Object.entries(entity.schema.properties ?? {})
    .filter(([name, field]) => !field.readOnly && !same(a[name], b[name]))
    .map(([name]) => name);
}

/** Returns the body of an update: the changed fields, with null for emptied ones. */
export function updateBody(entity: EntityDefinition, record: Values, edited: Values): Values {
  const after = stripValues(entity.schema, edited);
  const changes = changedFields(entity, record, edited).map((name) => {
    const field = entity.schema.properties?.[name];
    const value = field?.['x-lines'] ? writeLines(field, after[name] ?? [], record[name]) : after[name];
    return [name, value ?? null];
  });
  return { id: record.id, version: record.version, ...Object.fromEntries(changes) };
}

/** Returns the body of the call that creates a record. */
export function newBody(entity: EntityDefinition, values: Values): Values {
  const lines = lineSets(entity).map(({ name, field }) => [name, writeLines(field, values[name], [])]);
  return { ...values, ...Object.fromEntries(lines.filter(([, rows]) => rows !== undefined)) };
}

/** Returns the merged lines of a field. Null for a field without lines, or if both users changed the same row. */
function mergedLines(entity: EntityDefinition, name: string, sides: readonly unknown[]): Values[] | null {
  const field = entity.schema.properties?.[name];
  if (!field?.['x-lines'] || !field.items) return null;
  const [base = [], mine = [], theirs = []] = sides.map((rows) => (Array.isArray(rows) ? rows : []));
  return mergeLines(field.items, base, mine, theirs);
}

export interface Merge {
  values: Values;
  /**
   * Fields that both users changed differently. The user's values are used, and the dialog asks about them.
   */
  contested: string[];
}

export function mergeValues(entity: EntityDefinition, base: Values, mine: Values, theirs: Values): Merge {
  const names = changedFields(entity, base, mine);
  const other = new Set(changedFields(entity, base, theirs));
  const edited = stripValues(entity.schema, mine);
  const values: Values = { ...theirs };
  const contested: string[] = [];
  for (const name of names) {
    const isBoth = other.has(name) && !same(edited[name], theirs[name]);
    const lines = isBoth ? mergedLines(entity, name, [base[name], edited[name], theirs[name]]) : null;
    values[name] = lines ?? edited[name];
    if (isBoth && !lines) contested.push(name);
  }
  return { values, contested };
}

export type Choice = 'mine' | 'theirs';

/** A changed field. */
export interface MergeRow {
  name: string;
  by: Choice | 'both' | 'merged';
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** The merged lines. */
  merged?: Values[];
}

/** Returns the changes, conflicts first. Equal changes are omitted. */
export function mergeRows(entity: EntityDefinition, base: Values, mine: Values, theirs: Values): MergeRow[] {
  const changed = new Set(changedFields(entity, base, mine));
  const other = new Set(changedFields(entity, base, theirs));
  const [start, edited, latest] = [
    stripValues(entity.schema, base),
    stripValues(entity.schema, mine),
    stripValues(entity.schema, theirs),
  ];
  const rows = [...new Set([...changed, ...other])]
    .filter((name) => !same(edited[name], latest[name]))
    .map((name): MergeRow => {
      const by = changed.has(name) ? (other.has(name) ? 'both' : 'mine') : 'theirs';
      const row: MergeRow = { name, by, base: start[name], mine: edited[name], theirs: latest[name] };
      const lines = by === 'both' && mergedLines(entity, name, [base[name], edited[name], theirs[name]]);
      return lines ? { ...row, by: 'merged', merged: lines } : row;
    });
  return [...rows.filter(({ by }) => by === 'both'), ...rows.filter(({ by }) => by !== 'both')];
}

/** Returns the current record with the user's own changes, except where the user chose the other value. */
export function applyMerge(
  theirs: Values,
  rows: readonly MergeRow[],
  chosen: Readonly<Record<string, Choice>>,
): Values {
  const values: Values = { ...theirs };
  for (const { name, by, mine, merged } of rows)
    if (merged) values[name] = merged;
    else if (by === 'mine' || (by === 'both' && chosen[name] !== 'theirs')) values[name] = mine;
  return values;
}
