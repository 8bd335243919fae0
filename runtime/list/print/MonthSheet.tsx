import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import { useMemo, useState } from 'react';
import type { ListDisplay } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { allRecords } from '../../record/calls/allRecords.ts';
import type { ListRecord } from '../../record/calls/useRecords.ts';
import type { ListQuery, ListState } from '../../record/query/query.ts';
import { Cell } from '../cell/Cell.tsx';
import { useRefNames } from '../cell/useRefNames.ts';
import { CalendarTurn } from '../displays/calendar/CalendarBar.tsx';
import { entriesByDay } from '../displays/calendar/days.ts';
import { useWorkDays } from '../displays/calendar/useWorkDays.ts';
import { isHatched, useRecordOption } from '../displays/colors.ts';
import { addDays, dayText, queryWithin, spannedOf } from '../displays/dates.ts';
import { FilterWords } from '../filter/FilterWords.tsx';
import { PrintFrame } from './PrintFrame.tsx';

/** Maximum number of records on a sheet. */
const LIMIT = 2000;

interface Props {
  entity: Entity;
  display: ListDisplay;
  state: ListState;
  query: ListQuery;
  onClose(): void;
}

/** Returns the days of the month that contains `around`. */
function monthDays(around: Date): Date[] {
  const first = new Date(around.getFullYear(), around.getMonth(), 1);
  const count = new Date(around.getFullYear(), around.getMonth() + 1, 0).getDate();
  return Array.from({ length: count }, (_, at) => addDays(first, at));
}

/** A timeline for printing: the lanes of a month, day by day. */
export default function MonthSheet({ entity, display, state, query, onClose }: Props) {
  const t = useT();
  const text = useText();
  const lang = useLang();
  const [around, setAround] = useState(() => new Date());
  const days = useMemo(() => monthDays(around), [around]);
  const within = queryWithin(entity, display, query, { start: days[0]!, end: addDays(days.at(-1)!, 1) });
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['records', entity.name, 'days', within],
      queryFn: ({ signal }) => allRecords(entity, within, LIMIT, signal),
    },
    queryClient,
  );
  const title = text(entity.title);
  const month = new Intl.DateTimeFormat(lang, { year: 'numeric', month: 'long' }).format(around);
  const tools = (
    <>
      {isError && <LoadFailed title={t('list.failedTitle', { title })} onRetry={() => void refetch()} />}
      <CalendarTurn span="month" around={around} onAround={setAround} />
    </>
  );
  return (
    <PrintFrame wide {...{ tools, onClose }} title={`${title} · ${month}`} ready={data !== undefined}>
      <FilterWords entity={entity} state={state} />
      {data ? (
        <SheetTable {...{ entity, display, days }} records={data.records} />
      ) : (
        !isError && <Spin aria-label={t('common.loading')} />
      )}
    </PrintFrame>
  );
}

interface TableProps {
  entity: Entity;
  display: ListDisplay;
  days: readonly Date[];
  records: readonly ListRecord[];
}

function SheetTable({ entity, display, days, records }: TableProps) {
  const t = useT();
  const text = useText();
  const by = display.by ?? '';
  const fields = useMemo(() => [by], [by]);
  const names = useRefNames(entity, fields, [...records]);
  const marks = useWorkDays(display.work === true, days[0]!, days.length);
  const lanes = useMemo(
    () =>
      [...Map.groupBy(records, (record) => record[by] ?? null)].map(([value, members]) => ({
        value,
        record: members[0]!,
        byDay: entriesByDay(days, spannedOf(display, members)),
      })),
    [records, by, days, display],
  );
  const busyCounts = days.map((day) => lanes.filter(({ byDay }) => byDay.get(dayText(day))?.length).length);
  return (
    <table className="wd-print-month">
      <thead>
        <tr>
          <th scope="col" aria-label={t('display.lane')} />
          {days.map((day, at) => (
            <th key={dayText(day)} scope="col" data-day={marks[at]?.kind} title={marks[at]?.title}>
              {day.getDate()}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lanes.map(({ value, record, byDay }) => (
          <tr key={String(value)}>
            <th scope="row">
              {value === null ? t('display.none') : <Cell {...{ entity, value, record, names }} name={by} />}
            </th>
            {days.map((day, at) => (
              <td key={dayText(day)} data-day={marks[at]?.kind}>
                {byDay.get(dayText(day))?.map((entry) => (
                  <Mark key={entry.record.id} {...{ entity, display }} record={entry.record} />
                ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {display.count && (
        <tfoot>
          <tr>
            <th scope="row">{text(display.count)}</th>
            {days.map((day, at) => (
              <td key={dayText(day)}>{busyCounts[at]! > 0 && formatNumber(busyCounts[at]!)}</td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** Shows a record on a day as a coloured mark. A printed day has no space for more. */
function Mark({ entity, display, record }: Pick<TableProps, 'entity' | 'display'> & { record: ListRecord }) {
  const option = useRecordOption(entity, display)(record);
  const words = [labelOfRecord(entity, record), option?.label].filter(Boolean).join(' · ');
  return (
    <i
      className="wd-entry"
      role="img"
      aria-label={words}
      title={words}
      data-state={option?.color}
      data-hatched={isHatched(display, record) || undefined}
    />
  );
}
