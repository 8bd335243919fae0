import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import type { LinesPlan } from '../lines/lines.ts';
import type { Diff } from './recordDiff.ts';
import type { WriteStep } from './writeStep.ts';

export type Person = Pick<WriteStep['session'], 'userId' | 'name'>;

export interface WriteOptions {
  /** The name of the write in the history; by default create, update or delete. */
  action?: string;
  /** The right on the record that it needs, by default update or delete; null: the caller has checked. */
  right?: string | null;
  /** The definition acts, not the person: the rights on single fields are not asked. */
  byDefinition?: boolean;
  /** A transition: fields that only the server writes, and what the history keeps beside the record's fields. */
  move?: {
    values: Values;
    told: Diff;
    /** Also while people decide about the record: what they decide about stays as it is. */
    whilePending?: boolean | undefined;
    /** The plan makes its record again, which no user has touched: fields that stay otherwise follow it. */
    isRemade?: true;
    /** The record, as this transaction has locked it and not changed it since; without it, it is read. */
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
