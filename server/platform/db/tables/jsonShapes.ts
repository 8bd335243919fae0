import type { components } from '../../../../generated/api.ts';

/** The types of columns with JSON or with a fixed set of words, as written by their modules. */

/** The states of a command to a device. */
export type ControlState = 'requested' | 'acknowledged' | 'rejected' | 'expired';

/** The permissions with which a file was created. */
export interface Grant {
  entity: string;
  action: string;
  /** The condition on the records, as SQL. Null for all records of the tenant. */
  reach: string | null;
  /** The fields in the file. */
  columns: readonly string[];
  /** Conditions for fields that are visible only in some records, by field name. */
  columnReach?: Readonly<Record<string, string>>;
  /** Permissions for the other sheets of the file. */
  sheets?: readonly Grant[];
}

/** A step of an alarm notification policy. */
export interface PolicyStep {
  /** Minutes after the alarm was raised. */
  after: number;
  roles?: readonly number[] | null;
  users?: readonly number[] | null;
  /** Without a channel, users are notified in the application. */
  channelId?: number | null;
}

/** Parallel steps of an approval. */
export interface Branching {
  /** Defines whether the approval continues after all branches or after the first one. */
  join: 'all' | 'first';
  branches: readonly Plan[];
}

/** The order of an approval's steps by number: one after the other, or in parallel. */
export type Plan = readonly (number | Branching)[];

/** An action that approvers may do in addition to deciding. */
export type DeciderMay = 'delegate' | 'add' | 'return';

/** The energy of a meter role in a price band in kWh, and its money, as decimal texts. */
export interface ProfitBand {
  role: 'gridExport' | 'discharge' | 'charge';
  band: components['schemas']['PriceBand'];
  energy: string;
  cost: string;
}

/** A field of the record that the approver must fill in. */
export interface DeciderField {
  field: string;
  required?: true;
}

/** The quarter hour with the highest demand, and its mean power in kW. */
export interface Peak {
  power: number;
  at: number;
}

/** The computed demand of a month of a station. */
export interface DemandMonth {
  /** The first day of the month. */
  month: string;
  /** Number of past quarter hours of the month, and number of unknown ones. */
  quarters: number;
  holes: number;
  peak: Peak | null;
  /** Null without a battery or without known values. */
  alone: (Peak & { holes: number }) | null;
}
