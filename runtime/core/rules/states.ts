/** State transitions of a record. Browser and server use the same rules. */
import type { Approval, EntityDefinition, Text, Transition } from '../../../generated/definition.ts';
import { computeValue } from './expression.ts';
import { listReadNames } from './namesRead.ts';
import { isConditionMet, type Values } from './rule.ts';

/** The states of an approval. */
export type ApprovalState = keyof NonNullable<Approval['moves']>;

/** Values for the guard of a transition besides the record. */
export interface MoveContext {
  userId: number;
  now: string;
}

/** The reason why a transition is not possible: the state, or an unmet guard. */
export type Refusal = { why: 'from' } | { why: 'guard'; text: Text };

const GUARD_TEXT: Text = { zh: '记录尚不满足条件', en: 'the record does not meet the condition yet' };

export function transitionPermission(entity: EntityDefinition, { name, permission }: Transition): string {
  return permission ?? `${entity.name}:${name}`;
}

/** Returns the action part of the permission, after the entity's name. */
export const transitionAction = (entity: EntityDefinition, transition: Transition): string =>
  transitionPermission(entity, transition).slice(entity.name.length + 1);

/** Returns whether a transition starts from a state. An action without states is possible in all of them. */
export const leadsFrom = (from: Transition['from'], state: unknown): boolean =>
  from === undefined || from.some((candidate) => candidate === state);

/** Joins messages, with one sentence for each. */
const joinTexts = (texts: readonly Text[]): Text => ({
  zh: texts.map(({ zh }) => zh).join('；'),
  en: texts.map(({ en }) => en).join('; '),
});

/**
 * Returns why a transition is not possible. Guards over `figures` of other records are checked only if `figures` is
 * given. Only the server has them.
 */
export function transitionRefusal(
  entity: EntityDefinition,
  { from, guard, guardText, rules = [], figures: named = {} }: Transition,
  record: Values,
  context: MoveContext,
  figures?: Values,
): Refusal | null {
  const state = record[entity.states?.field ?? ''];
  if (!leadsFrom(from, state)) return { why: 'from' };
  if (!guard && rules.length === 0) return null;
  const values = guardRecord({ ...record, ...figures });
  if (guard && !isConditionMet(guard, values, { ...context }))
    return { why: 'guard', text: guardText ?? GUARD_TEXT };
  // A guard counts as unmet if an empty field makes its result unknown.
  const broken = rules
    .filter(({ check }) => figures !== undefined || !listReadNames(check).some((name) => name in named))
    .filter(({ check }) => !computeValue(check, values, { ...context }).value);
  return broken.length > 0 ? { why: 'guard', text: joinTexts(broken.map(({ text }) => text)) } : null;
}

/** Returns a record for the guard. Null columns are removed, as in a form. */
function guardRecord(record: Values): Values {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== ''));
}

type Moving = Pick<EntityDefinition, 'states' | 'actions'>;

/** Returns all events in a record's history: its transitions, and its actions, which do not change the state. */
export const listMoves = ({ states, actions = [] }: Moving): readonly Transition[] => [
  ...(states?.transitions ?? []),
  ...actions,
];

/** Returns the transitions and actions for users. Transitions after a decision are made by the approval only. */
export function movesOf(entity: EntityDefinition): readonly Transition[] {
  const following = Object.values(entity.approval?.moves ?? {});
  return listMoves(entity).filter(({ name }) => !following.includes(name));
}

/** Returns the transition that follows when the approval reaches a state. Undefined if none follows. */
export function moveAfter(
  { states, approval }: EntityDefinition,
  state: ApprovalState,
): Transition | undefined {
  const following = approval?.moves?.[state];
  return states?.transitions.find(({ name }) => name === following);
}

/** Returns the users' transitions and actions that are possible in the record's state. */
export function transitionsFrom(entity: EntityDefinition, record: Values): readonly Transition[] {
  const state = record[entity.states?.field ?? ''];
  return movesOf(entity).filter(({ from }) => leadsFrom(from, state));
}

/** Returns the fields that only transitions or approvals change, with their initial values. */
export function ownedFields({ states, approval }: EntityDefinition): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...(states ? [[states.field, states.initial] as const] : []),
    ...(approval ? [[approval.field, 'draft'] as const] : []),
  ]);
}

/** Returns the read-only fields in the record's state (`locked`). */
export function lockedFields({ states, schema }: EntityDefinition, record: Values): string[] {
  const { in: lockedStates = [], open = [] } = states?.locked ?? {};
  if (!lockedStates.some((state) => state === record[states?.field ?? ''])) return [];
  return Object.keys(schema.properties ?? {}).filter((name) => !open.includes(name));
}

/** Returns whether a record in this state may be deleted. */
export function isDeletable(entity: EntityDefinition, record: Values): boolean {
  const { field = '', deletable } = entity.states ?? {};
  if (deletable && !deletable.some((state) => state === record[field])) return false;
  return lockedFields(entity, record).length === 0;
}

/** States in which a record is locked, because an approval is pending or was given. */
const LOCKING: readonly unknown[] = ['pending', 'agreed'];

export function approvalLock({ approval }: EntityDefinition, record: Values): 'pending' | 'agreed' | null {
  const state = approval && record[approval.field];
  return LOCKING.includes(state) ? (state as 'pending' | 'agreed') : null;
}

/** States of an approval from which a record may be submitted. */
const SUBMITTABLE: readonly unknown[] = ['draft', 'rejected'];

export const isSubmittable = ({ approval }: EntityDefinition, record: Values): boolean =>
  approval !== undefined && SUBMITTABLE.includes(record[approval.field]);

/**
 * Returns whether an approval blocks transitions. A pending decision blocks them. After an agreement they are possible
 * again.
 */
export const areMovesLocked = (entity: EntityDefinition, record: Values): boolean =>
  approvalLock(entity, record) === 'pending';
