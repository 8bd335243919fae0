/** Splits a leave over its entitlements, day by day: the first to lapse is used first. */
import type { LeaveHalf } from './amounts.ts';

export interface Lot {
  id: number;
  /** The days on which it can be used; `expiresAt` is the last one. */
  from: string;
  expiresAt: string;
  left: number;
}

export interface Share {
  lotId: number;
  amount: number;
  /** The first day that is taken from it. */
  day: string;
}

export interface Sharing {
  shares: Share[];
  /** No lot covers so much. */
  missing: number;
}

const soonest = (one: Lot, other: Lot): number =>
  one.expiresAt === other.expiresAt ? one.id - other.id : one.expiresAt < other.expiresAt ? -1 : 1;

/** Takes each half of a day from the lot that lapses first and is there on that day. */
export function shareOut(halves: readonly LeaveHalf[], lots: readonly Lot[]): Sharing {
  const left = lots.toSorted(soonest).map((lot) => ({ ...lot }));
  const shares = new Map<number, Share>();
  let missing = 0;
  for (const { day, amount } of halves) {
    let wanted = amount;
    for (const lot of left) {
      if (wanted === 0) break;
      if (lot.left <= 0 || day < lot.from || day > lot.expiresAt) continue;
      const part = Math.min(wanted, lot.left);
      lot.left -= part;
      wanted -= part;
      const share = shares.get(lot.id) ?? { lotId: lot.id, amount: 0, day };
      shares.set(lot.id, { ...share, amount: share.amount + part });
    }
    missing += wanted;
  }
  return { shares: [...shares.values()], missing };
}

/** Gives back so much of what was taken, what was taken last first. */
export function giveBack(taken: readonly Share[], amount: number): Share[] {
  const back: Share[] = [];
  let left = amount;
  for (const share of taken.toReversed()) {
    const part = Math.min(left, share.amount);
    if (part > 0) back.push({ ...share, amount: part });
    left -= part;
  }
  return back;
}
