/**
 * Adds to each record the actions that the caller may take. Pages offer exactly these actions, so they are computed
 * with the rows.
 */
import type { RawBuilder } from 'kysely';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { isChangeable, isDeletable } from '../../../../runtime/core/rules/lockedRecords.ts';
import type { RecordCondition, Row } from '../../../platform/db/tables/anyTable.ts';
import type { Caller } from '../../access/asker.ts';
import { recordScope, recordWhere } from '../../access/recordScope.ts';
import { isActionOffered } from '../write/recordValidation.ts';

export interface RowAction {
  name: string;
  /** The records for which the action is possible. Null for all. */
  where: RecordCondition | null;
  /** Decides what SQL cannot decide. Reads only the fields in `reads` and the values in `beside`. */
  allows?(record: Row): boolean;
  reads?: readonly string[];
  /** Further values that the decision needs, by column name. */
  beside?: readonly (readonly [name: string, value: RawBuilder<unknown>])[];
  /** If true, this adds no action, but removes the action of this name where the condition is not met. */
  narrows?: boolean;
}

/**
 * Returns the actions that a part of the platform adds for a caller. Actions that the caller may never take are left
 * out.
 */
export type RowActionSource = (entity: Entity, caller: Caller) => readonly RowAction[];

/** Returns the names of all changes that users can make to a record. */
const everyAction = (entity: Entity): string[] => [
  ...(isChangeable(entity) ? ['update'] : []),
  ...(isDeletable(entity) ? ['delete'] : []),
];

const standard: RowActionSource = (entity, caller) =>
  everyAction(entity)
    .filter((name) => isActionOffered(entity, name))
    .filter((name) => recordScope(caller, entity, name) !== null)
    .map((name) => ({ name, where: recordWhere(caller, entity, name) }));

const sources: RowActionSource[] = [standard];

/** Adds actions to the rows of entities: transitions, restore … */
export function extendRowActions(source: RowActionSource): void {
  if (!sources.includes(source)) sources.push(source);
}

export interface RowActions {
  /** Conditions to read with each record, by column name. */
  flags: readonly (readonly [name: string, where: RecordCondition])[];
  /** Fields that decisions need in addition to the shown fields. */
  reads: readonly string[];
  /** Values to read with each record, by column name. */
  beside: readonly (readonly [name: string, value: RawBuilder<unknown>])[];
  /** Returns the names of the record's actions. */
  take(record: Row): string[];
}

/** Maximum number of values for a cached decision. More values are rarely equal in two records. */
const MAX_DECIDING = 8;

/** Returns the names of the values on which the decision about an action depends. */
const decidingNames = ({ reads = [], beside = [] }: RowAction): string[] => [
  ...reads,
  ...beside.map(([name]) => name),
];

/** An action, and the column with the result of its condition. */
interface Offer {
  action: RowAction;
  flag: string | null;
}

const YES = '1';
const bitOf = (is: boolean): string => (is ? YES : '0');

/**
 * Decides about actions that depend on the same values. Records of an answer with equal values share one decision.
 * Returns a digit for each action.
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

/** Returns the names of the offered actions. `met` contains the columns whose condition is met. */
function listOffered(offers: readonly Offer[], decided: string, met: ReadonlySet<string>): string[] {
  const granted = offers.map(({ flag }, at) => (flag === null || met.has(flag)) && decided[at] === YES);
  const refused = offers
    .filter(({ action }, at) => action.narrows && !granted[at])
    .map(({ action }) => action.name);
  const allowed = offers
    .filter(({ action }, at) => !action.narrows && granted[at])
    .map(({ action }) => action.name);
  return [...new Set(allowed)].filter((name) => !refused.includes(name));
}

export function rowActionsOf(entity: Entity, caller: Caller): RowActions {
  const all = sources.flatMap((source) => source(entity, caller));
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
