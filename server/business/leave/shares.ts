/** Splits a leave over its entitlements day by day. The entitlement that lapses first is used first. */
import type { LeaveHalf } from './amounts.ts';

export interface Lot {
  id: number;
  /** The days on which the entitlement can be used. `expiresAt` is the last day. */
  from: string;
  expiresAt: string;
  left: number;
}

export interface Share {
  lotId: number;
  amount: number;
  /** The first day that is taken from the lot. */
  day: string;
}

export interface Sharing {
  shares: Share[];
  /** The amount that no lot covers. */
  missing: number;
}

const soonest = (one: Lot, other: Lot): number =>
  one.expiresAt === other.expiresAt ? one.id - other.id : one.expiresAt < other.expiresAt ? -1 : 1;

/** Takes each half day from the entitlement that lapses first and is valid on that day. */
export function shareOut(halves: readonly LeaveHalf[], lots: readonly Lot[]): Sharing {
  const left = lots.toSorted(soonest).map((lot) => ({ ...lot }));
  const shares = new Map<number, Share>();
  let missing = 0;
  for (const { day, amount } of halves) {
    let needed = amount;
    for (const lot of left) {
      if (needed === 0) break;
      if (lot.left <= 0 || day < lot.from || day > lot.expiresAt) continue;
      const part = Math.min(needed, lot.left);
      lot.left -= part;
      needed -= part;
      const share = shares.get(lot.id) ?? { lotId: lot.id, amount: 0, day };
      shares.set(lot.id, { ...share, amount: share.amount + part });
    }
    missing += needed;
  }
  return { shares: [...shares.values()], missing };
}

/** Gives back part of the taken amount. The last share taken is given back first. */
export function returnShares(shares: readonly Share[], amount: number): Share[] {
  const back: Share[] = [];
  let left = amount;
  for (const share of shares.toReversed()) {
    const part = Math.min(left, share.amount);
    if (part > 0) back.push({ ...share, amount: part });
    left -= part;
  }
  return back;
}
