import type { components } from '../../../../generated/api.ts';

/** The types of columns with JSON or with one of a few words, as used by the folders that write them. */

/** The stages of a command to a device. */
export type ControlState = 'requested' | 'acknowledged' | 'rejected' | 'expired';

/** Permissions with which a file was made. */
export interface Grant {
  entity: string;
  action: string;
  /** The condition on the records, as SQL. Null for all of the tenant. */
  reach: string | null;
  /** The fields that the file contains. */
  columns: readonly string[];
  /** The same conditions for fields that are visible in some records only, by the name of the field. */
  columnReach?: Readonly<Record<string, string>>;
  /** Permissions for its other sheets. */
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
  /** Defines whether all branches must end before it continues, or only the first one. */
  join: 'all' | 'first';
  branches: readonly Plan[];
}

/** The order of an approval's steps, by their numbers: one after the other, or in parallel. */
export type Plan = readonly (number | Branching)[];

/** An action that is allowed to approvers in addition to deciding. */
export type DeciderMay = 'delegate' | 'add' | 'return';

/** The energy of one role of meters at one band of the price in kWh, and its money, as decimal texts. */
export interface ProfitBand {
  role: 'gridExport' | 'discharge' | 'charge';
  band: components['schemas']['PriceBand'];
  energy: string;
  cost: string;
}

/** A field of the record that the approver fills in. */
export interface DeciderAsk {
  field: string;
  required?: true;
}

/** The quarter hour with the highest demand, with its mean power in kW. */
export interface Peak {
  power: number;
  at: number;
}

/** The demand of a month of a station, as computed. */
export interface DemandMonth {
  /** The first day of the month. */
  month: string;
  /** Number of the month's quarter hours that are over, and of those that are unknown. */
  quarters: number;
  holes: number;
  peak: Peak | null;
  /** Null if the station has no battery, or nothing is known. */
  alone: (Peak & { holes: number }) | null;
}
