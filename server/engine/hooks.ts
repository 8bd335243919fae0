/** Steps of single entities around the generic actions. The engine knows none of them: rooms register theirs. */
import type { Values } from '../../runtime/core/rules/rule.ts';
import type { Trx } from '../platform/db/index.ts';
import type { RecordCondition, Row } from '../platform/db/tables/anyTable.ts';
import type { Hub } from '../platform/hub/hub.ts';
import type { CallContext, Session } from './context.ts';

/** Takes the rows of a table that belong to the deleted record alone; the caller names them by a condition. */
export type Carry = (table: string, where: RecordCondition) => Promise<void>;

/** The transaction of the write and its author, for a hook to work with. */
export interface HookStep {
  trx: Trx;
  session: Session;
}

/** The same with what a hook needs to write other records as the same person does. */
export type WrittenStep = { trx: Trx } & Pick<CallContext, 'session' | 'lang' | 'zone' | 'vault'>;

/** Steps of one entity around the generic actions, inside their transaction. */
export interface EntityHooks {
  /** Returns the values to store: server-owned fields are added here. */
  beforeCreate?(values: Values, step: HookStep): Values | Promise<Values>;
  /** Gets the values after the change and the record before it; returns the values to store. */
  beforeUpdate?(values: Values, before: Row, step: HookStep): Values | Promise<Values>;
  /** Records were written, whichever way they came in: writes others that follow from them, or refuses by throwing. */
  written?(changes: readonly { before: Row; after: Row }[], step: WrittenStep): Promise<void>;
  /** Refuses the deletion by throwing, or carries what belongs to the record alone into the recycle bin with it. */
  beforeDelete?(before: Row, step: HookStep & { carry: Carry }): Promise<void>;
  /** Refuses by throwing that a deleted record comes back; it is the row as its table has it. */
  beforeRestore?(row: Row, step: HookStep): void | Promise<void>;
  /** A transition of the record was committed. */
  moved?(record: Row, ctx: { hub: Hub; session: Session }): void;
}

const registered = new Map<string, EntityHooks>();

/** Adds the steps of a room's entities, by entity name. An entity has those of one room only. */
export function registerHooks(hooks: Readonly<Record<string, EntityHooks>>): void {
  for (const [entity, steps] of Object.entries(hooks)) {
    if (registered.has(entity)) throw new Error(`the entity ${entity} has hooks already`);
    registered.set(entity, steps);
  }
}

export const hooksOf = (entity: string): EntityHooks | undefined => registered.get(entity);
