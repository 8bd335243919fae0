import { formatNumber } from '../../../core/numbers/format.ts';
import { addDays, dayText } from '../dates.ts';
import { type Axis, axisWidth, DAY_WIDTH } from '../time/timeAxis.ts';

/** The footer of a chart, with a count for each day. */
export interface Counted {
  title: string;
  days: readonly number[];
}

export function DayCounts({ axis, counted: { title, days } }: { axis: Axis; counted: Counted }) {
  const width = DAY_WIDTH[axis.zoom];
  return (
    <div className="wd-time-foot">
      <div className="wd-time-title wd-time-count">{title}</div>
      <div className="wd-time-track wd-figures" style={{ width: axisWidth(axis) }}>
        {days.map(
          (count, at) =>
            count > 0 && (
              <span key={dayText(addDays(axis.start, at))} data-at={at} style={{ left: at * width, width }}>
                {formatNumber(count)}
              </span>
            ),
        )}
      </div>
    </div>
  );
}
