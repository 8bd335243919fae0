/** The parts of a definition that are about moves of records, and what they do besides. */
import type { Condition, People, Text } from './definitionValues.ts';

/** A figure of a statistic that the rules of a move read. */
export interface MoveFigure {
  statistic: string;
  figure: string;
  if?: Condition;
  where: Record<string, unknown>;
}

/** A transition does this besides, where its condition holds. */
export type Effect = { if?: Condition } & (
  | { do: 'notify'; to: People; text: Text }
  | { do: 'create'; entity: string; each?: string; values: Record<string, unknown> }
  | { do: 'update'; of: string; each?: string; values: Record<string, unknown> }
  | { do: 'webhook'; channel: string; fields: string[] }
  | { do: 'move'; of: string; transitions: string[] }
  | { do: 'assign'; field: string; value?: unknown }
);

/** Effects of a write. */
export interface RecordEvent {
  when: string;
  fields?: string[];
  if?: Condition;
  do: Effect[];
}
