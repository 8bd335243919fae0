/**
 * Adds to each record the actions that the caller may take. The page offers exactly these, so they are computed
 * together with the rows.
 */
import type { RawBuilder } from 'kysely';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { isChangeable, isDeletable } from '../../../../runtime/core/rules/lockedRecords.ts';
import type { RecordCondition, Row } from '../../../platform/db/tables/anyTable.ts';
import type { Asker } from '../../access/asker.ts';
import { recordScope, recordWhere } from '../../access/recordScope.ts';
import { isActionOffered } from '../write/recordValidation.ts';

export interface RowAction {
  name: string;
  /** The records for which it is possible. Null for all. */
  where: RecordCondition | null;
  /** Decides what SQL cannot, over the fields that it reads. */
  allows?(record: Row): boolean;
  reads?: readonly string[];
  /** Values that the decision needs in addition to its fields, by the name of their column. */
  beside?: readonly (readonly [name: string, value: RawBuilder<unknown>])[];
  /** If true, it adds no action. It only removes the action of this name where it is not possible. */
  narrows?: boolean;
}

/** The actions that a part of the platform adds for this caller. Actions that they may never take are left out. */
export type RowActionSource = (entity: Entity, asker: Asker) => readonly RowAction[];

/** Returns the names of the changes that a user can make to a record. */
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
  /** Conditions to read with each record, by the name of their column. */
  flags: readonly (readonly [name: string, where: RecordCondition])[];
  /** Fields that the decision needs in addition to the shown ones. */
  reads: readonly string[];
  /** Values that are read with each record, by the name of their column. */
  beside: readonly (readonly [name: string, value: RawBuilder<unknown>])[];
  /** Returns the names of the record's actions. Removes the flags and these values from the record. */
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
