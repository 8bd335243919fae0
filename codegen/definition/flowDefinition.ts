/** Moves and actions of a record, and their effects. */
import type { Condition, People, Text } from './definitionValues.ts';
import type { Field, Rollup, Rule } from './fieldDefinition.ts';

export interface Transition {
  name: string;
  /** A transition between states has both. An action has no `to`, and may be allowed in every state. */
  from?: (string | number)[];
  to?: string | number;
  permission?: string;
  /** Earlier acts of a user that exclude the user from this move: `made`, `changed`, or the name of a move. */
  notBy?: string[];
  guard?: Condition;
  guardText?: Text;
  rules?: Pick<Rule, 'check' | 'text'>[];
  form?: Field;
  effects?: Effect[];
  confirm?: Text;
  foresee?: { call: string; columns: { field: string; title: Text }[]; none: Text };
  danger?: boolean;
  icon?: string;
  inRow?: boolean;
  figures?: Record<string, MoveFigure>;
}

/** A figure of a statistic that the rules of a move read. */
export interface MoveFigure {
  statistic: string;
  figure: string;
  if?: Condition;
  where: Record<string, unknown>;
}

/** An effect of a transition, which happens if its condition is true. */
export type Effect = { if?: Condition } & (
  | { do: 'notify'; of?: string; where?: Rollup['where']; to: People; text: Text }
  | {
      do: 'create';
      entity: string;
      each?: string;
      eachIf?: Condition;
      values: Record<string, unknown>;
      moves?: string[];
    }
  | {
      do: 'update';
      of: string;
      where?: Rollup['where'];
      each?: string;
      values: Record<string, unknown>;
    }
  | { do: 'webhook'; channel: string; fields: string[] }
  | { do: 'mail'; channel: string; to: People; subject: Text; text: Text }
  | {
      do: 'move';
      of: string;
      where?: Rollup['where'];
      transitions: string[];
      form?: Record<string, unknown>;
    }
  | { do: 'assign'; field: string; value?: unknown }
);

/** Effects of a write. */
export interface RecordEvent {
  when: string;
  fields?: string[];
  if?: Condition;
  do: Effect[];
}

interface Moving {
  states?: { transitions: Transition[] };
  actions?: Transition[];
  approval?: { moves?: Record<string, string> };
}

/** All that can be done with a record: the moves of its states, and its actions. */
export const listMoves = ({ states, actions = [] }: Moving): Transition[] => [
  ...(states?.transitions ?? []),
  ...actions,
];

/** Returns the moves that users make. Moves that follow a decision belong to the approval alone. */
export function movesOfPeople(entity: Moving): Transition[] {
  const following = Object.values(entity.approval?.moves ?? {});
  return listMoves(entity).filter(({ name }) => !following.includes(name));
}
