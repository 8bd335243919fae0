/**
 * Steps of single entities around the generic actions. The engine contains none of them. Other folders register theirs.
 */
import type { Values } from '../../runtime/core/rules/rule.ts';
import type { Trx } from '../platform/db/index.ts';
import type { RecordCondition, Row } from '../platform/db/tables/anyTable.ts';
import type { Hub } from '../platform/hub/hub.ts';
import type { CallContext, Session } from './context.ts';
import type { RecordCurve } from './recordCurve.ts';

/** Moves the rows of a table that belong only to the deleted record. The caller selects them by a condition. */
export type Carry = (table: string, where: RecordCondition) => Promise<void>;

/** The transaction of the write and its author, for a hook to work with. */
export interface HookStep {
  trx: Trx;
  session: Session;
}

/** The same, with what a hook needs to write other records in the name of the same user. */
export type WrittenStep = { trx: Trx } & Pick<CallContext, 'session' | 'lang' | 'zone' | 'vault'>;

/** Steps of one entity around the generic actions, inside their transaction. */
export interface EntityHooks {
  /** Returns the values to store. Server-owned fields are added here. */
  beforeCreate?(values: Values, step: HookStep): Values | Promise<Values>;
  /** Receives the values after the change and the record before it. Returns the values to store. */
  beforeUpdate?(values: Values, before: Row, step: HookStep): Values | Promise<Values>;
  /**
   * Called after records were written in any way. Writes other records that depend on them, or throws to refuse the
   * write.
   */
  written?(changes: readonly { before: Row; after: Row }[], step: WrittenStep): Promise<void>;
  /** Throws to refuse the deletion, or moves what belongs only to the record into the recycle bin with it. */
  beforeDelete?(before: Row, step: HookStep & { carry: Carry }): Promise<void>;
  /** Throws to refuse the restoration of a deleted record. `row` is its row as stored. */
  beforeRestore?(row: Row, step: HookStep): void | Promise<void>;
  /** Called after a transition of the record was committed. */
  moved?(record: Row, ctx: { hub: Hub; session: Session }): void;
  /** Reads the course of what the record measured, as far as the caller may see it. Null if there is none. */
  curve?(record: Row, ctx: CallContext): Promise<RecordCurve | null>;
}

const registered = new Map<string, EntityHooks>();

/** Adds the hooks of a folder's entities by entity name. Only one folder may have hooks for an entity. */
export function registerHooks(hooks: Readonly<Record<string, EntityHooks>>): void {
  for (const [entity, steps] of Object.entries(hooks)) {
    if (registered.has(entity)) throw new Error(`the entity ${entity} has hooks already`);
    registered.set(entity, steps);
  }
}

export const hooksOf = (entity: string): EntityHooks | undefined => registered.get(entity);
