import { useVirtualizer } from '@tanstack/react-virtual';
import { Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { type Counted, DayCounts } from '../calendar/DayCounts.tsx';
import { DayShades } from '../calendar/DayShades.tsx';
import type { DayMark } from '../calendar/useWorkDays.ts';
import { addDays, daysBetween, dayText } from '../dates.ts';
import { CutDays } from './CutDays.tsx';
import { type Axis, axisMonths, axisPlace, axisWidth, DAY_WIDTH } from './timeAxis.ts';
import '../timeChart.css';

/** Number of rows before the end at which more rows are requested. */
const AHEAD = 40;
/** Minimum width of a day for its own label. Narrower days have labels on Mondays only, the narrowest have none. */
const NAMED_DAY = 24;
const NAMED_WEEK = 12;
/** Does nothing, because the chart sets the initial scroll position. */
const stay = (): void => undefined;

export interface TimeRow {
  key: string | number;
  title: ReactNode;
  height: number;
  bars: ReactNode;
}

interface Props {
  axis: Axis;
  /** The special day for each day of the axis. Empty if special days are not marked. */
  marks: readonly (DayMark | null)[];
  /** The footer, if days are wide enough. */
  counted?: Counted | null;
  today: Date;
  /** The control of the zoom. */
  zoomer: ReactNode;
  count: number;
  /** Returns the row at an index. Called for visible rows only. */
  row(index: number): TimeRow;
  /** Returns the height of the row at an index, in pixels. */
  rowHeight(index: number): number;
  more: boolean;
  onMore(): void;
  note: ReactNode;
}

interface HeadProps extends Pick<Props, 'axis' | 'marks'> {
  frame: React.RefObject<HTMLDivElement | null>;
}

/** Shows months, and days if there is space. Only visible ones are rendered. */
function AxisHead({ axis, marks, frame }: HeadProps) {
  const lang = useLang();
  const months = useMemo(() => axisMonths(axis), [axis]);
  const width = DAY_WIDTH[axis.zoom];
  const isNamed = (day: Date) => width >= NAMED_DAY || day.getDay() === 1;
  const seen = useVirtualizer({
    horizontal: true,
    count: months.length,
    getScrollElement: () => frame.current,
    estimateSize: useCallback((index: number) => months[index]?.width ?? 0, [months]),
    overscan: 1,
    scrollToFn: stay,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths change the positions
  useEffect(() => seen.measure(), [seen, months]);
  const month = new Intl.DateTimeFormat(lang, { year: 'numeric', month: 'short' });
  return seen.getVirtualItems().map(({ index }) => {
    const { day, left, width: whole } = months[index]!;
    const days = Math.round(whole / width);
    const first = daysBetween(axis.start, day);
    return (
      <div key={day.getTime()} className="wd-time-month" style={{ left, width: whole }}>
        <span>{month.format(day)}</span>
        {width >= NAMED_WEEK && (
          <ol className="wd-figures" style={{ gridTemplateColumns: `repeat(${days}, ${width}px)` }}>
            {Array.from({ length: days }, (_, at) => {
              const mark = marks[first + at];
              const date = addDays(day, at);
              return (
                <li key={dayText(date)} data-at={first + at} data-day={mark?.kind} title={mark?.title}>
                  {isNamed(date) && at + 1}
                </li>
              );
            })}
          </ol>
        )}
      </div>
    );
  });
}

/** Shows rows of bars below a sticky time axis. Only visible parts are rendered. */
export function TimeChart(props: Props) {
  const { axis, marks, counted, today, zoomer, count, row, rowHeight, more, onMore, note } = props;
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const scope = `wd-days${useId()}`;
  const now = axisPlace(axis, today);
  const toToday = useCallback(
    () => void frame.current?.scrollTo({ left: Math.max(0, now - frame.current.clientWidth / 3) }),
    [now],
  );
  const { zoom } = axis;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a change of the zoom, not for new records
  useLayoutEffect(() => toToday(), [zoom]);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: rowHeight,
    overscan: 6,
    useFlushSync: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights change the positions
  useEffect(() => rows.measure(), [rows, rowHeight]);
  const items = rows.getVirtualItems();
  const isEndNear = more && (items.at(-1)?.index ?? 0) >= count - AHEAD;
  useEffect(() => {
    if (isEndNear) onMore();
  }, [isEndNear, onMore]);
  const width = axisWidth(axis);
  return (
    <div className={`wd-display wd-time wd-card ${scope}`}>
      <div className="wd-time-bar">
        <Button onClick={toToday}>{t('display.today')}</Button>
        <span className="wd-display-note">{note}</span>
        {zoomer}
      </div>
      <section
        className="wd-time-frame"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the element
        tabIndex={0}
        aria-label={t('list.display.timeline')}
      >
        <div className="wd-time-head">
          <div className="wd-time-corner" />
          <div className="wd-time-axis" style={{ width }}>
            <AxisHead {...{ axis, marks, frame }} />
          </div>
        </div>
        <CutDays axis={axis} scope={scope} />
        <div className="wd-time-rows" style={{ height: rows.getTotalSize() }}>
          <div className="wd-time-shades" style={{ width }}>
            <DayShades axis={axis} marks={marks} />
          </div>
          {items.map(({ index, start, size }) => {
            const { key, title, bars } = row(index);
            return (
              <div
                key={key}
                className="wd-time-row"
                style={{ transform: `translateY(${start}px)`, height: size }}
              >
                <div className="wd-time-title">{title}</div>
                <div className="wd-time-track" style={{ width }}>
                  <i className="wd-time-today" style={{ left: now }} />
                  {bars}
                </div>
              </div>
            );
          })}
        </div>
        {counted && DAY_WIDTH[zoom] >= NAMED_WEEK && <DayCounts axis={axis} counted={counted} />}
      </section>
    </div>
  );
}
