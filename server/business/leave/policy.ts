/** The rules of one type of leave as they stand in a version of them. */
import type { Vacation } from '../../../generated/types.ts';

export type LeaveType = Vacation['type'];

export interface Tier {
  /** Working years from which on it holds. */
  years: number;
  /** A year gives so much. */
  amount: number;
}

export interface Policy {
  id: number;
  type: LeaveType;
  /** The first day on which this version holds. */
  from: string;
  unit: Vacation['unit'];
  counts: Vacation['counts'];
  given: Vacation['given'];
  tiers: readonly Tier[];
  /** Months of work, for any employer, before the first entitlement. */
  afterMonths: number;
  /** A year gives a multiple of it, rounded down. */
  step: number;
  /** So much outlives the year, for so many months. */
  carry: number;
  carryMonths: number;
  /** The fate of the remaining days when they expire, or the person leaves. */
  lapse: 'lost' | 'paid';
  yearLimit: number | null;
  rowLimit: number | null;
  productionOnly: boolean;
  /** The applicant has to show it. */
  proof: string | null;
}

/** The types whose days are taken from an entitlement. */
export const hasBalance = ({ given }: Pick<Policy, 'given'>): boolean => given !== 'none';

/** Versions of one type, by their first day, and by age within a day: the last one applies. */
export const inOrder = (versions: readonly Policy[]): Policy[] =>
  versions.toSorted((one, other) =>
    one.from < other.from ? -1 : one.from > other.from ? 1 : one.id - other.id,
  );

/** The version that holds on a day; `versions` are in order. */
export const versionOn = (versions: readonly Policy[], day: string): Policy | undefined =>
  versions.findLast(({ from }) => from <= day);
