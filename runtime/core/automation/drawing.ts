/** The drawing of an automation: its trigger, its condition and its effects. Browser and server read it. */
import type { Effect, EntityDefinition, Text } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../definitions/entities.ts';

/** A value that a call from outside sends. */
export interface CallField {
  name: string;
  title: string;
  kind: 'text' | 'number' | 'yes' | 'day';
  required?: boolean;
}

export type Trigger =
  | { on: 'created' }
  /** Without fields, every change counts. */
  | { on: 'updated'; fields?: string[] }
  | { on: 'moved'; to: (string | number)[] }
  /** The days of an RFC 5545 rule, counted from the day `from`, at a time of the tenant's zone. */
  | { on: 'time'; rule: string; from: string; at: string; days?: 'any' | 'skip' | 'next' }
  | { on: 'call'; fields: CallField[] };

export type TriggerKind = Trigger['on'];

/** An effect as it is written. Its conditions and values are texts. */
export type WrittenEffect = Readonly<Record<string, unknown>> & { do: Effect['do'] };

export interface Drawing {
  /** The entity whose records are meant. Null if a time or a call is about no record. */
  entity: string | null;
  trigger: Trigger;
  /** The text of a condition over the record. */
  if?: string;
  do: WrittenEffect[];
}

/** A field of a run, as definitions have it. */
type RunField = { type: 'string' | 'number' | 'boolean'; format?: 'date'; maxLength?: number; title: Text };

const SORTS: Readonly<Record<CallField['kind'], Omit<RunField, 'title'>>> = {
  text: { type: 'string', maxLength: 1000 },
  number: { type: 'number' },
  yes: { type: 'boolean' },
  day: { type: 'string', format: 'date' },
};

/** The field with the day of a run that is about no record. */
const DAY: RunField = { type: 'string', format: 'date', title: { zh: '日期', en: 'Day' } };

export const isTriggerOf = <On extends TriggerKind>(
  trigger: Trigger,
  on: On,
): trigger is Extract<Trigger, { on: On }> => trigger.on === on;

const callFields = (trigger: Trigger): readonly CallField[] => (trigger.on === 'call' ? trigger.fields : []);

/** Returns the fields of a run that is about no record: its day, and what a call sends. */
export const runFields = (trigger: Trigger): Record<string, RunField> => ({
  day: DAY,
  ...Object.fromEntries(
    callFields(trigger).map(({ name, title, kind }) => [
      name,
      { ...SORTS[kind], title: { zh: title, en: title } },
    ]),
  ),
});

/** The run itself is the record if there is no other. Its page shows what became of it. */
export function subjectOf({ entity, trigger }: Pick<Drawing, 'entity' | 'trigger'>): Entity | undefined {
  if (entity !== null) return entityRegistry.get(entity);
  const run = entityRegistry.get('automationRun');
  if (!run) return undefined;
  const { states: _, approval: _a, on: _o, owner: _w, ...rest } = run;
  return { ...rest, schema: { type: 'object', properties: runFields(trigger) } };
}

/** Returns the field with the state of a record: that of its transitions, or of its approval. */
export const stateFieldOf = ({
  states,
  approval,
}: Pick<EntityDefinition, 'states' | 'approval'>): string | undefined => states?.field ?? approval?.field;
