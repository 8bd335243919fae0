import { type Axis, DAY_WIDTH } from '../time/timeAxis.ts';
import type { DayMark } from './useWorkDays.ts';

/** Shades non-working days behind all rows. Adjacent days are one rectangle. */
export function DayShades({ axis, marks }: { axis: Axis; marks: readonly (DayMark | null)[] }) {
  const width = DAY_WIDTH[axis.zoom];
  const pieces: { at: number; days: number }[] = [];
  for (const [at, mark] of marks.entries()) {
    if (!mark || mark.kind === 'work') continue;
    const last = pieces.at(-1);
    if (last && last.at + last.days === at) last.days += 1;
    else pieces.push({ at, days: 1 });
  }
  return pieces.map(({ at, days }) => (
    <i key={at} className="wd-time-off" style={{ left: at * width, width: days * width }} />
  ));
}
