/** The power factor of a month, and its effect on a bill. Pure. */
import { type Decimal, NONE, roundDecimal } from '../../../runtime/core/numbers/decimal.ts';
import { decimalOf } from './charge.ts';

/** A step of the power factor. Each hundredth below or above the agreed one changes the bill, up to `to`. */
export interface PowerFactorStep {
  to: number;
  percent: number;
}

const FACTOR_DECIMALS = 2;
const HUNDREDTHS = 100;

/**
 * Returns the power factor of the energies of a month, to two decimals. Null if one of them is not known, or nothing
 * was used.
 */
export function powerFactorOf(active: number | null, reactive: number | null): Decimal | null {
  if (active === null || reactive === null || active <= 0) return null;
  const [work, idle] = [decimalOf(active), decimalOf(reactive)];
  return roundDecimal(work.div(work.times(work).plus(idle.times(idle)).sqrt()), FACTOR_DECIMALS);
}

/** Returns the percentage by which the other charges change. A charge is positive, a bonus negative. */
export function adjustmentOf(factor: Decimal, agreed: number, steps: readonly PowerFactorStep[]): Decimal {
  const target = decimalOf(agreed);
  const isBelow = factor.lt(target);
  // Steps follow each other, starting at the agreed power factor.
  const side = steps
    .filter(({ to }) => (isBelow ? target.gt(to) : target.lt(to)))
    .toSorted((one, other) => (isBelow ? other.to - one.to : one.to - other.to));
  let [percent, begin] = [NONE, target];
  for (const step of side) {
    const to = decimalOf(step.to);
    const passed = isBelow ? factor.lt(to) : factor.gt(to);
    const end = passed ? to : factor;
    percent = percent.plus(end.minus(begin).abs().times(HUNDREDTHS).times(decimalOf(step.percent)));
    begin = end;
    if (!passed) break;
  }
  return percent;
}

/** Returns the index of a step without effect. Null if each reaches a power factor of its own. */
export function stepsProblem(agreed: number, steps: readonly PowerFactorStep[]): number | null {
  const place = steps.findIndex(
    ({ to }, at) => to === agreed || steps.slice(0, at).some((other) => other.to === to),
  );
  return place < 0 ? null : place;
}
