/**
 * Each record is answered with the actions that the asker may take. The screen offers exactly these, so they are
 * decided where the rows are.
 */
import type { RawBuilder } from 'kysely';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { isChangeable, isDeletable } from '../../../../runtime/core/rules/keptRecords.ts';
import type { RecordCondition, Row } from '../../../platform/db/tables/anyTable.ts';
import type { Asker } from '../../access/asker.ts';
import { recordScope, recordWhere } from '../../access/recordScope.ts';
import { isActionOffered } from '../write/recordValidation.ts';

export interface RowAction {
  name: string;
  /** The records that it is possible with; null: all. */
  where: RecordCondition | null;
  /** Decides what SQL cannot, over the fields that it reads. */
  allows?(record: Row): boolean;
  reads?: readonly string[];
  /** Values that deciding needs besides its fields, by the name of their column. */
  beside?: readonly (readonly [name: string, value: RawBuilder<unknown>])[];
  /** Adds no action: only removes the action of this name where it is not possible. */
  narrows?: boolean;
}

/** The actions that a part of the platform adds for this asker; those that they may never do are left out. */
export type RowActionSource = (entity: Entity, asker: Asker) => readonly RowAction[];

/** Names the changes that a user may make to a record by hand. */
const everyAction = (entity: Entity): string[] => [
  ...(isChangeable(entity) ? ['update'] : []),
  ...(isDeletable(entity) ? ['delete'] : []),
];

const standard: RowActionSource = (entity, asker) =>
  everyAction(entity)
    .filter((name) => isActionOffered(entity, name))
    .filter((name) => recordScope(asker, entity, name) !== null)
    .map((name) => ({ name, where: recordWhere(asker, entity, name) }));

const sources: RowActionSource[] = [standard];

/** Adds actions to the rows of entities: transitions, restore … */
export function extendRowActions(source: RowActionSource): void {
  if (!sources.includes(source)) sources.push(source);
}

export interface RowActions {
  /** Conditions to be answered with each record, by the name of their column. */
  flags: readonly (readonly [name: string, where: RecordCondition])[];
  /** Fields that deciding needs besides those that are shown. */
  reads: readonly string[];
  /** Values that come along with each record, by the name of their column. */
  beside: readonly (readonly [name: string, value: RawBuilder<unknown>])[];
  /** The names of the record's actions; takes the flags and these values out of the record. */
  take(record: Row): string[];
}

export function rowActionsOf(entity: Entity, asker: Asker): RowActions {
  const all = sources.flatMap((source) => source(entity, asker));
  const flags = all.flatMap(({ where }, at) => (where ? [[`rowMay${at}`, where] as const] : []));
  const names = [...new Set(all.filter(({ narrows }) => !narrows).map(({ name }) => name))];
  const beside = [...new Map(all.flatMap((action) => action.beside ?? []))];
  return {
    flags,
    beside,
    reads: [...new Set(all.flatMap(({ reads = [] }) => reads))],
    take(record) {
      const refused = new Set<string>();
      const allowed = new Set<string>();
      for (const [at, { name, where, allows, narrows }] of all.entries()) {
        const holds = (!where || record[`rowMay${at}`] === true) && (allows?.(record) ?? true);
        if (narrows && !holds) refused.add(name);
        if (!narrows && holds) allowed.add(name);
      }
      for (const [name] of [...flags, ...beside]) delete record[name];
      return names.filter((name) => allowed.has(name) && !refused.has(name));
    },
  };
}
