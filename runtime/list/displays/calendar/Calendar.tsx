import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useT, useText } from '../../../kit/i18n/index.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import { LoadFailed } from '../../../kit/states/LoadFailed.tsx';
import { usePhone } from '../../../kit/theme/useMedia.ts';
import { allRecords } from '../../../record/calls/allRecords.ts';
import type { ListRecord } from '../../../record/calls/useRecords.ts';
import { listField } from '../../../record/query/fields.ts';
import { isHatched, useRecordOption } from '../colors.ts';
import { addDays, daysBetween, dayText, queryWithin, spannedOf } from '../dates.ts';
import type { DisplayProps } from '../displayProps.ts';
import { useShift } from '../time/useShift.ts';
import { useFieldTexts } from '../useFieldTexts.ts';
import { CalendarBar } from './CalendarBar.tsx';
import { CalendarDay, type DayTools } from './CalendarDay.tsx';
import { type CalendarSpan, entriesByDay, listShownDays } from './days.ts';
import { useWorkDays } from './useWorkDays.ts';

/** Maximum number of records on one screen. */
const LIMIT = 1000;
const NO_RECORDS: readonly ListRecord[] = [];
const NO_FIELDS: readonly string[] = [];
/** Number of entries for each day of a month. A phone shows only their number. */
const DAY_ENTRIES = 3;

/** Returns the records of the visible days. */
function useEntries({ entity, display, query }: DisplayProps, days: readonly Date[]) {
  const [start, last] = [days[0]!, days.at(-1)!];
  const within = queryWithin(entity, display, query, { start, end: addDays(last, 1) });
  const { data, isError, refetch, isPending } = useQuery(
    {
      queryKey: ['records', entity.name, 'days', within],
      queryFn: ({ signal }) => allRecords(entity, within, LIMIT, signal),
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
  const byDay = useMemo(() => {
    return entriesByDay(days, spannedOf(display, data?.records ?? NO_RECORDS));
  }, [data, display, days]);
  const { records = NO_RECORDS, total = 0 } = data ?? {};
  return { records, byDay, isPending, isError, retry: () => void refetch(), total };
}

/** Returns the data and handlers for rendering entries. */
function useDayTools({ entity, display, onOpen }: DisplayProps, records: readonly ListRecord[]): DayTools {
  const dragged = useRef<{ record: ListRecord; day: Date } | null>(null);
  const optionOf = useRecordOption(entity, display);
  const { mayShift, shift } = useShift(entity, display);
  return {
    ...{ entity, optionOf, mayShift, onOpen },
    shift: (record, days) => shift(record, { days, lane: null }),
    fieldsOf: useFieldTexts(entity, display.fields ?? NO_FIELDS, records),
    isOpen: (record) => isHatched(display, record),
    hasClock: listField(entity, display.from ?? '').format === 'date-time',
    onTake: (record, day) => {
      dragged.current = { record, day };
    },
    onPut: (day) => {
      const from = dragged.current;
      dragged.current = null;
      if (from) shift(from.record, { days: daysBetween(from.day, day), lane: null });
    },
  };
}

/** Shows records on their days. A user can drag a record that they may change to another day. */
export default function Calendar(props: DisplayProps) {
  const t = useT();
  const text = useText();
  const phone = usePhone();
  const [span, setSpan] = useState<CalendarSpan>('month');
  const [around, setAround] = useState(() => new Date());
  const days = useMemo(() => listShownDays(span, around), [span, around]);
  const { records, byDay, isPending, isError, retry, total } = useEntries(props, days);
  const marks = useWorkDays(props.display.work === true, days[0]!, days.length);
  const tools = useDayTools(props, records);
  const today = dayText(new Date());
  const showDay = (day: Date) => {
    setSpan('day');
    setAround(day);
  };
  const room = span !== 'month' ? Number.POSITIVE_INFINITY : phone ? 0 : DAY_ENTRIES;
  if (isError)
    return <LoadFailed title={t('list.failedTitle', { title: text(props.entity.title) })} onRetry={retry} />;
  return (
    <section className="wd-display wd-calendar wd-card" data-span={span} aria-busy={isPending}>
      <CalendarBar {...{ span, around }} onSpan={setSpan} onAround={setAround} />
      {total > LIMIT && <p className="wd-display-note">{t('display.tooMany', { count: LIMIT })}</p>}
      <ol className="wd-calendar-days">
        {days.map((day, at) => (
          <CalendarDay
            key={dayText(day)}
            {...{ day, room, tools }}
            mark={marks[at] ?? null}
            entries={byDay.get(dayText(day)) ?? []}
            isToday={dayText(day) === today}
            isBeside={span === 'month' && day.getMonth() !== around.getMonth()}
            isAlone={span === 'day'}
            onMore={() => showDay(day)}
          />
        ))}
      </ol>
    </section>
  );
}
