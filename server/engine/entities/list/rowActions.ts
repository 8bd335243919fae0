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
  /** Decides what SQL cannot. It reads only these fields of the record, and the values beside it. */
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
  /** Returns the names of the record's actions. */
  take(record: Row): string[];
}

/** Maximum number of values by which a decision is remembered. More of them rarely occur in a second record. */
const MAX_DECIDING = 8;

/** Returns the names of the values that decide about an action. */
const decidingNames = ({ reads = [], beside = [] }: RowAction): string[] => [
  ...reads,
  ...beside.map(([name]) => name),
];

/** An action, and the column that contains whether its condition is met. */
interface Offer {
  action: RowAction;
  flag: string | null;
}

const YES = '1';
const bitOf = (is: boolean): string => (is ? YES : '0');

/**
 * Decides about actions that read the same values, once for all records of an answer with equal ones. Returns a digit for
 * each.
 */
export function makeDecision(offers: readonly Offer[]): (record: Row) => string {
  const names = decidingNames(offers[0]!.action);
  const known = new Map<string, string>();
  const decide = (record: Row): string =>
    offers.map(({ action }) => bitOf(action.allows?.(record) ?? true)).join('');
  if (names.length > MAX_DECIDING) return decide;
  return (record) => {
    const key = JSON.stringify(names.map((name) => record[name]));
    const decided = known.get(key) ?? decide(record);
    known.set(key, decided);
    return decided;
  };
}

/** Returns the column of a condition. Actions with the same condition share it. */
function flagOf(flags: Map<RecordCondition, string>, where: RecordCondition): string {
  const flag = flags.get(where) ?? `rowMay${flags.size}`;
  flags.set(where, flag);
  return flag;
}

/** Returns the names of the actions that are offered. `met` contains the flags whose condition is met. */
function listOffered(offers: readonly Offer[], decided: string, met: ReadonlySet<string>): string[] {
  const held = offers.map(({ flag }, at) => (flag === null || met.has(flag)) && decided[at] === YES);
  const refused = offers
    .filter(({ action }, at) => action.narrows && !held[at])
    .map(({ action }) => action.name);
  const allowed = offers
    .filter(({ action }, at) => !action.narrows && held[at])
    .map(({ action }) => action.name);
  return [...new Set(allowed)].filter((name) => !refused.includes(name));
}

export function rowActionsOf(entity: Entity, asker: Asker): RowActions {
  const all = sources.flatMap((source) => source(entity, asker));
  const flags = new Map<RecordCondition, string>();
  const offers = all.map((action): Offer => ({ action, flag: action.where && flagOf(flags, action.where) }));
  const groups = [...Map.groupBy(offers, ({ action }) => decidingNames(action).join()).values()];
  const grouped = groups.flat();
  const decisions = groups.map(makeDecision);
  const order = [...new Set(all.map(({ name }) => name))];
  const known = new Map<string, string[]>();
  return {
    flags: [...flags].map(([where, flag]) => [flag, where] as const),
    beside: [...new Map(all.flatMap((action) => action.beside ?? []))],
    reads: [...new Set(all.flatMap(({ reads = [] }) => reads))],
    take(record) {
      const met = [...flags.values()].filter((flag) => record[flag] === true);
      const decided = decisions.map((decide) => decide(record)).join('');
      const key = `${decided} ${met.join(' ')}`;
      const names =
        known.get(key) ??
        listOffered(grouped, decided, new Set(met)).sort((a, b) => order.indexOf(a) - order.indexOf(b));
      known.set(key, names);
      return names;
    },
  };
}
