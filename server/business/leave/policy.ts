/** A version of the rules of a leave type. */
import type { Vacation } from '../../../generated/types.ts';

export type LeaveType = Vacation['type'];

export interface Tier {
  /** The number of working years from which the tier is valid. */
  years: number;
  /** The amount per year. */
  amount: number;
}

export interface Policy {
  id: number;
  type: LeaveType;
  /** The first day on which this version applies. */
  from: string;
  unit: Vacation['unit'];
  counts: Vacation['counts'];
  given: Vacation['given'];
  tiers: readonly Tier[];
  /** Months of work, for any employer, before the first entitlement. */
  afterMonths: number;
  /** The amount of a year is rounded down to a multiple of this. */
  step: number;
  /** The amount that is carried over after the year, and for how many months. */
  carry: number;
  carryMonths: number;
  /** Defines what happens to the remaining days when they expire, or the user leaves. */
  lapse: 'lost' | 'paid';
  yearLimit: number | null;
  rowLimit: number | null;
  productionOnly: boolean;
  /** The proof that the applicant must provide. */
  proof: string | null;
}

/** Returns whether a type's days are taken from an entitlement. */
export const hasBalance = ({ given }: Pick<Policy, 'given'>): boolean => given !== 'none';

/** Sorts versions of one type by first day, then by creation. On each day, the last one applies. */
export const inOrder = (versions: readonly Policy[]): Policy[] =>
  versions.toSorted((one, other) =>
    one.from < other.from ? -1 : one.from > other.from ? 1 : one.id - other.id,
  );

/** Returns the version that applies on a day. `versions` are in order. Undefined before the first version. */
export const versionOn = (versions: readonly Policy[], day: string): Policy | undefined =>
  versions.findLast(({ from }) => from <= day);
