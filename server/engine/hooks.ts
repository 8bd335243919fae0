/** Hooks of single entities in the generic actions. The engine contains no hooks, and other folders register theirs. */
import type { Values } from '../../runtime/core/rules/rule.ts';
import type { Trx } from '../platform/db/index.ts';
import type { RecordCondition, Row } from '../platform/db/tables/anyTable.ts';
import type { Hub } from '../platform/hub/hub.ts';
import type { CallContext, Session } from './context.ts';
import type { RecordCurve } from './recordCurve.ts';

/**
 * Moves rows of a table to the bin together with the deleted record. The condition must select only rows that belong
 * to this record.
 */
export type Carry = (table: string, where: RecordCondition) => Promise<void>;

/** The transaction of the write and its author. */
export interface HookStep {
  trx: Trx;
  session: Session;
}

/** A step that can also write other records in the name of the same user. */
export type WrittenStep = { trx: Trx } & Pick<CallContext, 'session' | 'lang' | 'zone' | 'vault'>;

/** Hooks of one entity in the generic actions, within their transaction. */
export interface EntityHooks {
  /** Returns the values to store. Server-owned fields are added here. */
  beforeCreate?(values: Values, step: HookStep): Values | Promise<Values>;
  /** Receives the changed values and the record before the change. Returns the values to store. */
  beforeUpdate?(values: Values, before: Row, step: HookStep): Values | Promise<Values>;
  /** Called after records were written in any way. Writes dependent records, or throws to refuse the write. */
  written?(changes: readonly { before: Row; after: Row }[], step: WrittenStep): Promise<void>;
  /** Throws to refuse the deletion. Otherwise moves rows that belong only to the record into the recycle bin. */
  beforeDelete?(before: Row, step: HookStep & { carry: Carry }): Promise<void>;
  /** Throws to refuse the restoration of a deleted record. `row` is the stored row. */
  beforeRestore?(row: Row, step: HookStep): void | Promise<void>;
  /** Called after the commit of a transition. */
  moved?(record: Row, ctx: { hub: Hub; session: Session }): void;
  /** Reads the measured values of the record over time, if the caller may see them. Null if there are none. */
  curve?(record: Row, ctx: CallContext): Promise<RecordCurve | null>;
}

const registered = new Map<string, EntityHooks>();

/** Registers the hooks of a folder by entity name. Each entity may be registered only once. */
export function registerHooks(hooks: Readonly<Record<string, EntityHooks>>): void {
  for (const [entity, steps] of Object.entries(hooks)) {
    if (registered.has(entity)) throw new Error(`the entity ${entity} has hooks already`);
    registered.set(entity, steps);
  }
}

export const hooksOf = (entity: string): EntityHooks | undefined => registered.get(entity);
