import type { components } from '../../../../generated/api.ts';

/** The shapes of columns that hold JSON or one of a few words, as the rooms that write them have them. */

/** The stages of a command to a device. */
export type ControlState = 'requested' | 'acknowledged' | 'rejected' | 'expired';

/** The rights with which a file was made. */
export interface Grant {
  entity: string;
  action: string;
  /** The condition on the records, in words of the database; null: all of the tenant. */
  reach: string | null;
  /** The fields that the file holds. */
  columns: readonly string[];
  /** The same conditions for those of them that opened in some records only, by the name of the field. */
  columnReach?: Readonly<Record<string, string>>;
  /** The rights behind its other sheets. */
  sheets?: readonly Grant[];
}

/** A step of an escalation policy. */
export interface PolicyStep {
  /** Minutes after the alarm was raised. */
  after: number;
  roles?: readonly number[] | null;
  users?: readonly number[] | null;
  /** Without one people are told in app. */
  channelId?: number | null;
}

/** Steps of an approval side by side. */
export interface Branching {
  /** Says whether all branches are to end before it goes on, or the first that ends is enough. */
  join: 'all' | 'first';
  branches: readonly Plan[];
}

/** The order in which the steps of an approval are taken, by their numbers: one after the other, or side by side. */
export type Plan = readonly (number | Branching)[];

/** Names an act that is left to a decider beside deciding. */
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

/** A quarter hour that decides, with its mean power in kW. */
export interface Peak {
  power: number;
  at: number;
}

/** The demand of a month of a station, as it was counted. */
export interface DemandMonth {
  /** The first day of the month. */
  month: string;
  /** Quarter hours of the month that are over, and those of them that are not known. */
  quarters: number;
  holes: number;
  peak: Peak | null;
  /** Null: the station has no battery, or nothing is known. */
  alone: (Peak & { holes: number }) | null;
}
