/** Another user saved first (409): what both changed, and the latest record with the own changes on top. */
import type { EntityDefinition } from '../../../generated/definition.ts';
import { lineSets, writeLines } from '../../core/lines.ts';
import type { Values } from '../../core/rules/rule.ts';
import { stripValues } from '../../core/rules/values.ts';
import { same } from '../../form/values/structuralSharing.ts';
import { mergeLines } from './mergeLines.ts';

/** The fields whose value differs, an absent one being the same as null. */
export function changedFields(entity: EntityDefinition, before: Values, after: Values): string[] {
  const [a, b] = [stripValues(entity.schema, before), stripValues(entity.schema, after)];
  return Object.entries(entity.schema.properties ?? {})
    .filter(([name, field]) => !field.readOnly && !same(a[name], b[name]))
    .map(([name]) => name);
}

/** Returns what an update sends: the changed fields, an emptied one as null. */
export function updateBody(entity: EntityDefinition, record: Values, edited: Values): Values {
  const after = stripValues(entity.schema, edited);
  const changes = changedFields(entity, record, edited).map((name) => {
    const field = entity.schema.properties?.[name];
    const value = field?.['x-lines'] ? writeLines(field, after[name] ?? [], record[name]) : after[name];
    return [name, value ?? null];
  });
  return { id: record.id, version: record.version, ...Object.fromEntries(changes) };
}

/** Returns what the creation of a record sends. */
export function newBody(entity: EntityDefinition, values: Values): Values {
  const lines = lineSets(entity).map(({ name, field }) => [name, writeLines(field, values[name], [])]);
  return { ...values, ...Object.fromEntries(lines.filter(([, rows]) => rows !== undefined)) };
}

/** The lines of a field with the changes of both; null where it has none, or a row was changed by both. */
function mergedLines(entity: EntityDefinition, name: string, sides: readonly unknown[]): Values[] | null {
  const field = entity.schema.properties?.[name];
  if (!field?.['x-lines'] || !field.items) return null;
  const [base = [], mine = [], theirs = []] = sides.map((rows) => (Array.isArray(rows) ? rows : []));
  return mergeLines(field.items, base, mine, theirs);
}

export interface Merge {
  values: Values;
  /** Changed by both, to different values: the own value is used, and the dialog says so. */
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
  /** The lines with the changes of both. */
  merged?: Values[];
}

/** Returns what was changed, those fields first where a choice is needed; what both changed alike is not worth a word. */
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

/** The latest record with one's own changes upon it, except where theirs were chosen. */
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
