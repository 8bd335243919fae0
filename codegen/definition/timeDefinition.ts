/** The parts of a definition that are about time. */
import type { Condition, People, Text } from './definitionValues.ts';

/** Users are notified before or after a date. */
export interface Reminder {
  field: string;
  before?: string;
  after?: string;
  at?: string;
  if?: Condition;
  to: People;
  text: Text;
}

/** The limit of the time that a record may be in a state. */
export interface StateLimit {
  in: (string | number)[];
  from?: string;
  after: string;
  working?: true;
  if?: Condition;
  move?: string;
  to?: People;
  text?: Text;
}

/** Records that are created on the days of a rule. */
export interface Schedule {
  rule: string;
  from: string;
  until?: string;
  days?: string;
  zone?: string;
  at?: string;
  ahead?: number;
  while?: Condition;
  each?: string;
  turns?: string;
  create: { entity: string; values: Record<string, unknown> };
}
