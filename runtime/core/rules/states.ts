/** A record moves between its states by the same rules in the browser and on the server. */
import type { Approval, EntityDefinition, Text, Transition } from '../../../generated/definition.ts';
import { computeValue } from './expression.ts';
import { listReadNames } from './namesRead.ts';
import { isConditionMet, type Values } from './rule.ts';

/** The states that an approval leads its record through. */
export type ApprovalState = keyof NonNullable<Approval['moves']>;

/** The context that the guard of a transition sees beside the record. */
export interface MoveContext {
  userId: number;
  now: string;
}

/** Why a record cannot make a move: it is in another state, or the guard does not hold. */
export type Refusal = { why: 'from' } | { why: 'guard'; text: Text };

const GUARD_TEXT: Text = { zh: '记录尚不满足条件', en: 'the record does not meet the condition yet' };

export function transitionPermission(entity: EntityDefinition, { name, permission }: Transition): string {
  return permission ?? `${entity.name}:${name}`;
}

/** The action that the permission names: the part behind the entity's name. */
export const transitionAction = (entity: EntityDefinition, transition: Transition): string =>
  transitionPermission(entity, transition).slice(entity.name.length + 1);

/** An action that names no states is offered in all of them. */
const leadsFrom = (from: Transition['from'], state: unknown): boolean =>
  from === undefined || from.some((candidate) => candidate === state);

/** All that is to be said, in one sentence each. */
const joinTexts = (texts: readonly Text[]): Text => ({
  zh: texts.map(({ zh }) => zh).join('；'),
  en: texts.map(({ en }) => en).join('; '),
});

/**
 * Says why a record cannot make a move. Rules over `figures` of other records, which the server alone reads, are asked
 * where these are given.
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
  // A move is no time for doubt: what cannot be told, for a field is empty, does not hold.
  const broken = rules
    .filter(({ check }) => figures !== undefined || !listReadNames(check).some((name) => name in named))
    .filter(({ check }) => !computeValue(check, values, { ...context }).value);
  return broken.length > 0 ? { why: 'guard', text: joinTexts(broken.map(({ text }) => text)) } : null;
}

/** An empty column counts as absent, as in a form. */
function guardRecord(record: Values): Values {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null && value !== ''));
}

type Moving = Pick<EntityDefinition, 'states' | 'actions'>;

/** All that the history may tell of a record: the moves of its states, and its actions, which leave the state alone. */
export const listMoves = ({ states, actions = [] }: Moving): readonly Transition[] => [
  ...(states?.transitions ?? []),
  ...actions,
];

/** The moves and actions of people: moves that follow a decision are the approval's alone. */
export function movesOf(entity: EntityDefinition): readonly Transition[] {
  const following = Object.values(entity.approval?.moves ?? {});
  return listMoves(entity).filter(({ name }) => !following.includes(name));
}

/** The move that the record makes when its approval reaches a state. */
export function moveAfter(
  { states, approval }: EntityDefinition,
  state: ApprovalState,
): Transition | undefined {
  const following = approval?.moves?.[state];
  return states?.transitions.find(({ name }) => name === following);
}

/** The moves of people that lead away from the record's state, and what they can do in it. */
export function transitionsFrom(entity: EntityDefinition, record: Values): readonly Transition[] {
  const state = record[entity.states?.field ?? ''];
  return movesOf(entity).filter(({ from }) => leadsFrom(from, state));
}

/** The fields that only a transition or an approval moves, each with what a new record has there. */
export function ownedFields({ states, approval }: EntityDefinition): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...(states ? [[states.field, states.initial] as const] : []),
    ...(approval ? [[approval.field, 'draft'] as const] : []),
  ]);
}

/** The fields that stay as they are in the state that the record is in (`locked`). */
export function lockedFields({ states, schema }: EntityDefinition, record: Values): string[] {
  const { in: held = [], open = [] } = states?.locked ?? {};
  if (!held.some((state) => state === record[states?.field ?? ''])) return [];
  return Object.keys(schema.properties ?? {}).filter((name) => !open.includes(name));
}

/** Returns whether the state that the record is in lets it be deleted. */
export function isDeletable(entity: EntityDefinition, record: Values): boolean {
  const { field = '', deletable } = entity.states ?? {};
  if (deletable && !deletable.some((state) => state === record[field])) return false;
  return lockedFields(entity, record).length === 0;
}

/** The states in which a record stays what people see while they decide, or what they agreed to. */
const HELD: readonly unknown[] = ['pending', 'agreed'];

export function approvalHolding({ approval }: EntityDefinition, record: Values): 'pending' | 'agreed' | null {
  const state = approval && record[approval.field];
  return HELD.includes(state) ? (state as 'pending' | 'agreed') : null;
}

/** The states of an approval from which a record may be submitted. */
const SUBMITTABLE: readonly unknown[] = ['draft', 'rejected'];

export const isSubmittable = ({ approval }: EntityDefinition, record: Values): boolean =>
  approval !== undefined && SUBMITTABLE.includes(record[approval.field]);

/** While people decide the record makes no move; once they agreed, it goes on. */
export const areMovesHeld = (entity: EntityDefinition, record: Values): boolean =>
  approvalHolding(entity, record) === 'pending';
