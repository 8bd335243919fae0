/** The power factor of a month, and its effect on a bill. Pure. */
import { type Decimal, NONE, roundDecimal } from '../../../runtime/core/numbers/decimal.ts';
import { decimalOf } from './charge.ts';

/**
 * A step of the power factor. Between the previous limit and `to`, each 0.01 changes the other charges by `percent`.
 */
export interface PowerFactorStep {
  to: number;
  percent: number;
}

const FACTOR_DECIMALS = 2;
const HUNDREDTHS = 100;

/**
 * Returns the power factor of a month's energies, to two decimals. Null if an energy is unknown or no active energy was
 * used.
 */
export function powerFactorOf(active: number | null, reactive: number | null): Decimal | null {
  if (active === null || reactive === null || active <= 0) return null;
  const [work, idle] = [decimalOf(active), decimalOf(reactive)];
  return roundDecimal(work.div(work.times(work).plus(idle.times(idle)).sqrt()), FACTOR_DECIMALS);
}

/** Returns the percentage by which the other charges change: positive for a surcharge, negative for a bonus. */
export function adjustmentOf(factor: Decimal, agreed: number, steps: readonly PowerFactorStep[]): Decimal {
  const target = decimalOf(agreed);
  const isBelow = factor.lt(target);
  // Steps are consecutive, starting at the agreed power factor.
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

/** Returns the index of a step without effect. Null if every step has its own range. */
export function stepsProblem(agreed: number, steps: readonly PowerFactorStep[]): number | null {
  const place = steps.findIndex(
    ({ to }, at) => to === agreed || steps.slice(0, at).some((other) => other.to === to),
  );
  return place < 0 ? null : place;
}
