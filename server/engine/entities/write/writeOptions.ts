import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import type { LinesPlan } from '../lines/lines.ts';
import type { Diff } from './recordDiff.ts';
import type { WriteStep } from './writeStep.ts';

export type Person = Pick<WriteStep['session'], 'userId' | 'name'>;

export interface WriteOptions {
  /** The name of the write in the history; by default create, update or delete. */
  action?: string;
  /** The right on the record that the write needs, by default update or delete. Null if the caller has checked it. */
  right?: string | null;
  /** The definition acts, not the user. The rights on single fields are not checked. */
  byDefinition?: boolean;
  /**
   * A transition. `values` are fields that only the server writes. `told` is what the history keeps besides the
   * record's fields.
   */
  move?: {
    values: Values;
    told: Diff;
    /** The write is also allowed while users decide about the record. What they decide about does not change. */
    whilePending?: boolean | undefined;
    /** The plan makes a record again that no user has changed. Fields that otherwise stay the same follow the plan. */
    isRemade?: true;
    /** The record as this transaction locked it, unchanged since. It is read if this is missing. */
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
