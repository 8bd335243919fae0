/** The drawing of an automation: its trigger, its condition and its effects. Browser and server parse it. */
import type { Effect, EntityDefinition, Text } from '../../../generated/definition.ts';
import { type Entity, entityRegistry } from '../definitions/entities.ts';

/** A value in a call from another system. */
export interface CallField {
  name: string;
  title: string;
  kind: 'text' | 'number' | 'yes' | 'day';
  required?: boolean;
}

export type Trigger =
  | { on: 'created' }
  /** Without `fields`, a change of any field triggers the automation. */
  | { on: 'updated'; fields?: string[] }
  | { on: 'moved'; to: (string | number)[] }
  /** Days by an RFC 5545 rule, starting on the day `from`, at a time in the tenant's time zone. */
  | { on: 'time'; rule: string; from: string; at: string; days?: 'any' | 'skip' | 'next' }
  | { on: 'call'; fields: CallField[] };

export type TriggerKind = Trigger['on'];

/** An effect as stored. Conditions and values are expression texts. */
export type WrittenEffect = Readonly<Record<string, unknown>> & { do: Effect['do'] };

export interface Drawing {
  /** The entity of the triggering record. Null for a time or a call without a record. */
  entity: string | null;
  trigger: Trigger;
  /** A condition on the record, as an expression. */
  if?: string;
  do: WrittenEffect[];
}

/** A field of a run, in the form of a definition's field. */
type RunField = { type: 'string' | 'number' | 'boolean'; format?: 'date'; maxLength?: number; title: Text };

const SORTS: Readonly<Record<CallField['kind'], Omit<RunField, 'title'>>> = {
  text: { type: 'string', maxLength: 1000 },
  number: { type: 'number' },
  yes: { type: 'boolean' },
  day: { type: 'string', format: 'date' },
};

/** The day of a run without a record. */
const DAY: RunField = { type: 'string', format: 'date', title: { zh: '日期', en: 'Day' } };

export const isTriggerOf = <On extends TriggerKind>(
  trigger: Trigger,
  on: On,
): trigger is Extract<Trigger, { on: On }> => trigger.on === on;

const callFields = (trigger: Trigger): readonly CallField[] => (trigger.on === 'call' ? trigger.fields : []);

/** Returns the fields of a run without a record: its day, and the values of the call. */
export const runFields = (trigger: Trigger): Record<string, RunField> => ({
  day: DAY,
  ...Object.fromEntries(
    callFields(trigger).map(({ name, title, kind }) => [
      name,
      { ...SORTS[kind], title: { zh: title, en: title } },
    ]),
  ),
});

/**
 * Returns the entity of the triggering record. Without such a record, returns the entity of runs with the
 * fields of this trigger.
 */
export function subjectOf({ entity, trigger }: Pick<Drawing, 'entity' | 'trigger'>): Entity | undefined {
  if (entity !== null) return entityRegistry.get(entity);
  const run = entityRegistry.get('automationRun');
  if (!run) return undefined;
  const { states: _, approval: _a, on: _o, owner: _w, ...rest } = run;
  return { ...rest, schema: { type: 'object', properties: runFields(trigger) } };
}

/**
 * Returns the state field of an entity: that of its transitions, or of its approval. Undefined if it has
 * neither.
 */
export const stateFieldOf = ({
  states,
  approval,
}: Pick<EntityDefinition, 'states' | 'approval'>): string | undefined => states?.field ?? approval?.field;
