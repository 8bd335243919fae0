/** Computes the arrows of voltages and currents from the measured angles. Pure. */
import type { QualityValue } from './qualityWords.ts';

export interface Phasor {
  key: string;
  kind: 'voltage' | 'current';
  phase: string;
  value: QualityValue;
  /** Degrees, counterclockwise from the positive x-axis. */
  angle: number;
  /** The end of the arrow, relative to the centre of a unit circle. */
  x: number;
  y: number;
}

const PHASES = ['A', 'B', 'C'];
/** Relative lengths. Current arrows are shorter, so that both are visible at equal angles. */
const REACH = { voltage: 1, current: 0.72 } as const;

const isFresh = (value: QualityValue | undefined): value is QualityValue & { value: number } =>
  value !== undefined && !value.stale && value.value !== null;

/** Returns the arrows of voltages or currents, with lengths proportional to the values. */
function arrowsOf(values: readonly QualityValue[], kind: 'voltage' | 'current'): Phasor[] {
  const find = (group: QualityValue['group'], phase: string) =>
    values.find((one) => one.group === group && one.phase === phase);
  const measured = PHASES.flatMap((phase) => {
    const [value, angle] = [find(kind, phase), find(`${kind}Angle`, phase)];
    return isFresh(value) && isFresh(angle) ? [{ phase, value, angle: angle.value }] : [];
  });
  const most = Math.max(...measured.map(({ value }) => value.value), 0);
  return measured.map(({ phase, value, angle }) => {
    const length = most > 0 ? (REACH[kind] * value.value) / most : 0;
    const turn = (angle * Math.PI) / 180;
    const [x, y] = [length * Math.cos(turn), length * Math.sin(turn)];
    return { key: `${kind}${phase}`, kind, phase, value, angle, x, y };
  });
}

export const phasorsOf = (values: readonly QualityValue[]): Phasor[] => [
  ...arrowsOf(values, 'voltage'),
  ...arrowsOf(values, 'current'),
];
