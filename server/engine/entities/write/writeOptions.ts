import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import type { LinesPlan } from '../lines/lines.ts';
import type { Diff } from './recordDiff.ts';
import type { WriteStep } from './writeStep.ts';

export type Person = Pick<WriteStep['session'], 'userId' | 'name'>;

export interface WriteOptions {
  /** The name of the action in the history, by default create, update or delete. */
  action?: string;
  /** The permission that the write requires, by default update or delete. Null if the caller has already checked it. */
  right?: string | null;
  /** True if a definition, not the user, causes the write. Rights on single fields are not checked. */
  byDefinition?: boolean;
  /**
   * A transition. `values` contains fields that only the server writes. `told` contains history entries besides the
   * fields of the record.
   */
  move?: {
    values: Values;
    told: Diff;
    /** True if the write is allowed while an approval is pending. It must not change what users decide about. */
    whilePending?: boolean | undefined;
    /**
     * True if a plan creates its record again, which no user has changed. Fields that are otherwise constant are set
     * again.
     */
    isRemade?: true;
    /** The record as locked by this transaction. If missing, the record is read. */
    held?: Row | undefined;
  };
}

export interface CreateOptions extends Pick<WriteOptions, 'action' | 'byDefinition'> {
  /** Fields that only the server writes. */
  served?: Values;
  isAlone?: boolean;
  owner?: Person | undefined;
  lines?: LinesPlan | undefined;
}
