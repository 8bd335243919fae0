import type { ListDisplay } from '../../../../generated/definition.ts';
import { formatNumber } from '../../../core/numbers/format.ts';
import { useT } from '../../../kit/i18n/index.ts';
import { addDays, dayText, type Spanned } from '../dates.ts';
import { loadsOf } from './laneLoad.ts';
import { type Axis, DAY_WIDTH } from './timeAxis.ts';

/** Minimum width of a day in pixels for showing its hours. */
const NARROWEST = 40;

interface Props {
  load: NonNullable<ListDisplay['load']>;
  axis: Axis;
  members: readonly Spanned[];
}

/** Shows the working hours of each day of a lane, and marks days with too many. */
export function LaneLoad({ load, axis, members }: Props) {
  const t = useT();
  const width = DAY_WIDTH[axis.zoom];
  if (width < NARROWEST) return null;
  return (
    <ol className="wd-time-load wd-figures">
      {loadsOf(load, axis, members).map(({ day, hours, isOver }) => (
        <li
          key={dayText(addDays(axis.start, day))}
          data-over={isOver || undefined}
          style={{ left: day * width, width }}
        >
          {t('display.hours', { hours: formatNumber(Math.round(hours * 10) / 10) })}
        </li>
      ))}
    </ol>
  );
}
