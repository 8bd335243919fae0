import type { Data } from '../../../../generated/calls.ts';
import { formatNumber } from '../../../core/numbers/format.ts';
import { useT } from '../../../kit/i18n/index.ts';
import { daysBetween, momentOf } from '../dates.ts';
import { type Axis, DAY_WIDTH } from './timeAxis.ts';

export type PersonDay = Data<'recordPersonDays'>[number];

/** Minimum width of a day in pixels for showing its hours. */
const NARROWEST = 40;
const HOUR_MINUTES = 60;

/** Returns whether the days of the axis are wide enough for hours. */
export const showsLoad = ({ zoom }: Axis): boolean => DAY_WIDTH[zoom] >= NARROWEST;

const hoursOf = (minutes: number): string => formatNumber(Math.round((minutes / HOUR_MINUTES) * 10) / 10);

interface Props {
  axis: Axis;
  days: readonly PersonDay[];
}

/** Shows the work and the working time of each day of a lane. Days with too much work and absences are marked. */
export function LaneLoad({ axis, days }: Props) {
  const t = useT();
  const width = DAY_WIDTH[axis.zoom];
  return (
    <ol className="wd-time-load wd-figures">
      {days.map(({ day, minutes, possible, absent }) => (
        <li
          key={day}
          data-over={minutes > possible || undefined}
          data-absent={absent || undefined}
          style={{ left: daysBetween(axis.start, momentOf(day)!) * width, width }}
        >
          {minutes === 0
            ? t('display.absent')
            : t('display.load', { hours: hoursOf(minutes), possible: hoursOf(possible) })}
        </li>
      ))}
    </ol>
  );
}
