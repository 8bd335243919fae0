import { useCallback, useMemo, useState } from 'react';
import type { ListDisplay } from '../../../../generated/definition.ts';
import { pickText } from '../../../core/text/pickText.ts';
import { useLang, useT } from '../../../kit/i18n/index.ts';
import { later } from '../../../kit/overlay/later.tsx';
import { useSession } from '../../../kit/session/session.ts';
import { PageSkeleton } from '../../../kit/states/PageSkeleton.tsx';
import { SIZE, SPACE_STEP } from '../../../kit/theme/tokens.ts';
import { Cell } from '../../cell/Cell.tsx';
import { useRefNames } from '../../cell/useRefNames.ts';
import { daysBetween, type Spanned } from '../dates.ts';
import type { DisplayProps } from '../displayProps.ts';
import { LaneLoad, showsLoad } from './LaneLoad.tsx';
import { laneAt } from './laneAt.ts';
import type { DayProps } from './Seats.tsx';
import { TimeChart } from './TimeChart.tsx';
import { type Axis, packLines, ZOOMS, type Zoom } from './timeAxis.ts';
import { usePersonDays } from './usePersonDays.ts';
import { useTeam } from './useTeam.ts';
import { barOfSpan, type LaneOf, useTimeBars } from './useTimeBars.tsx';
import { type TimeZoom, ZoomSwitch } from './ZoomSwitch.tsx';

const WITH_SEATS: readonly TimeZoom[] = ['seats', ...ZOOMS];

const LINE = SIZE.control;
/** The height in pixels of a lane's working hours. */
const LOAD_LINE = SPACE_STEP * 5;

interface Lane {
  value: unknown;
  /** The name of a person, for a lane without records. */
  name?: string;
  spanned: Spanned[];
  lines: number[];
  count: number;
}

/** Counts the lanes with a record, for each day of the axis. */
function countDays({ start, days }: Axis, lanes: readonly Lane[]): number[] {
  const counts = new Array<number>(days).fill(0);
  for (const { spanned } of lanes) {
    const occupied = new Set(
      spanned.flatMap(({ span: { from, to } }) => {
        const [first, last] = [daysBetween(start, from), daysBetween(start, to)];
        return Array.from({ length: last - first + 1 }, (_, at) => first + at);
      }),
    );
    for (const day of occupied) if (day in counts) counts[day]! += 1;
  }
  return counts;
}

/** Loaded on demand, because few users open a single day. */
const Seats = later<DayProps>(() => import('./Seats.tsx'), <PageSkeleton />);

/** Shows the records along the time, or those of a single day. */
export default function Timeline(props: DisplayProps) {
  const [zoom, setZoom] = useState<TimeZoom>(props.display.load ? 'day' : 'week');
  const zoomer = (
    <ZoomSwitch<TimeZoom> zooms={props.display.seats ? WITH_SEATS : ZOOMS} zoom={zoom} onZoom={setZoom} />
  );
  return zoom === 'seats' ? <Seats {...props} {...{ zoomer }} /> : <Lanes {...props} {...{ zoom, zoomer }} />;
}

const NO_PEOPLE: ReturnType<typeof useTeam>['people'] = [];

/** Returns a lane for each value with records, then one for each person without records. */
function useLanes(
  display: ListDisplay,
  axis: Axis,
  spanned: readonly Spanned[],
  people: ReturnType<typeof useTeam>['people'],
): Lane[] {
  const by = display.by ?? '';
  return useMemo(() => {
    const used = [...Map.groupBy(spanned, ({ record }) => record[by] ?? null)].map(
      ([value, members]): Lane => ({
        value,
        spanned: members,
        ...packLines(members.map(({ span }) => barOfSpan(display, axis, span))),
      }),
    );
    const free = people.filter(({ id }) => used.every(({ value }) => value !== id));
    return [
      ...used,
      ...free.map(({ id, name }): Lane => ({ value: id, name, spanned: [], ...packLines([]) })),
    ];
  }, [spanned, axis, by, display, people]);
}

/** Shows a lane with the records of each value of a field. Overlapping records are one below another. */
function Lanes({ zoom, zoomer, ...props }: DayProps & { zoom: Zoom }) {
  const { entity, display, records, more, onMore } = props;
  const t = useT();
  const lang = useLang();
  const can = useSession((session) => session.can);
  const by = display.by ?? '';
  const { spanned, axis, marks, today, bar, note } = useTimeBars(props, zoom);
  const fields = useMemo(() => [by], [by]);
  const names = useRefNames(entity, fields, records);
  const team = useTeam(display.team === true && can(`${entity.name}:update`));
  // While records are missing, a person without records may still get some.
  const lanes = useLanes(display, axis, spanned, more ? NO_PEOPLE : team.people);
  const counted = useMemo(
    // Counts after all records are loaded. Earlier counts could be too low.
    () =>
      display.count && !more ? { title: pickText(display.count, lang), days: countDays(axis, lanes) } : null,
    [display.count, lang, more, axis, lanes],
  );
  const hasLoad = display.load === true && showsLoad(axis);
  const users = useMemo(
    () => lanes.flatMap(({ value }) => (typeof value === 'number' ? [value] : [])),
    [lanes],
  );
  const personDays = usePersonDays(entity, axis, users, hasLoad);
  const heights = useMemo(
    () => lanes.map(({ count }) => count * LINE + (hasLoad ? LOAD_LINE : 0)),
    [lanes, hasLoad],
  );
  const heightOf = useCallback((index: number) => heights[index] ?? LINE, [heights]);
  const laneFrom =
    (index: number, line: number): LaneOf =>
    ({ pixels, lanes: steps }) => {
      const next = steps === 0 ? laneAt(heights, index, (line + 0.5) * LINE, pixels) : index + steps;
      const lane = lanes[next];
      return lane && next !== index ? { value: lane.value } : null;
    };
  return (
    <TimeChart
      {...{ axis, marks, counted, today, note, zoomer }}
      // People without records are below the others, so the next page of people is loaded after all records.
      more={more || team.more}
      onMore={more ? onMore : team.loadMore}
      count={lanes.length}
      rowHeight={heightOf}
      row={(index) => {
        const { value, name, spanned: members, lines } = lanes[index]!;
        const record = members[0]?.record;
        return {
          key: String(value),
          title:
            value === null || !record ? (
              (name ?? t('display.none'))
            ) : (
              <Cell {...{ entity, value, record, names }} name={by} />
            ),
          height: heightOf(index),
          bars: (
            <>
              {members.map((one, at) =>
                bar(one, lines[at]! * LINE + SPACE_STEP, laneFrom(index, lines[at]!)),
              )}
              {hasLoad && typeof value === 'number' && (
                <LaneLoad axis={axis} days={personDays.get(value) ?? []} />
              )}
            </>
          ),
        };
      }}
    />
  );
}
