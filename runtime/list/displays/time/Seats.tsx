import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { entityRegistry } from '../../../core/definitions/entities.ts';
import { useLang, useT, useText } from '../../../kit/i18n/index.ts';
import { entityFor } from '../../../kit/session/entityFor.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import { useSession } from '../../../kit/session/session.ts';
import { LoadFailed } from '../../../kit/states/LoadFailed.tsx';
import { allRecords } from '../../../record/calls/allRecords.ts';
import type { ListRecord } from '../../../record/calls/useRecords.ts';
import { useRefLink } from '../../../record/screen/useRefLink.ts';
import { useRefNames } from '../../cell/useRefNames.ts';
import { CalendarTurn } from '../calendar/CalendarBar.tsx';
import { useRecordOption } from '../colors.ts';
import { addDays, dayText, queryWithin, spannedOf, startOfDay } from '../dates.ts';
import type { DisplayProps } from '../displayProps.ts';
import { useFieldTexts } from '../useFieldTexts.ts';
import { type SeatCard, SeatRow } from './SeatRow.tsx';
import { type SeatSource, seatEntryOf, seatsOf } from './seats.ts';
import { useShift } from './useShift.ts';
import { useTeam } from './useTeam.ts';
import './seats.css';

export interface DayProps extends DisplayProps {
  /** The control of the zoom. */
  zoomer: ReactNode;
}

/** Maximum number of records of one kind on a day. */
const LIMIT = 1000;
const NO_RECORDS: readonly ListRecord[] = [];
const NO_FIELDS: readonly string[] = [];

/** Returns the lists that are combined with this one, if the reader may list them. */
function useSources({ entity, display }: DayProps): SeatSource[] {
  const { can, rights } = useSession();
  return useMemo(() => {
    const others = (display.seats ?? []).flatMap((name) => {
      const found = can(`${name}:list`) && entityRegistry.get(name);
      if (!found) return [];
      const other = rights ? entityFor(rights, found, 'read') : found;
      const timeline = other.list.displays?.find(({ as }) => as === 'timeline');
      return timeline ? [{ entity: other, display: timeline }] : [];
    });
    return [{ entity, display }, ...others];
  }, [entity, display, can, rights]);
}

interface GatheredProps {
  /** The lists that are not loaded yet. */
  sources: readonly SeatSource[];
  cards: readonly SeatCard[];
  day: Date;
  props: DayProps;
}

/** Loads the day's records list by list, and renders them all at the end. */
function Gathered({ sources: [source, ...others], cards, day, props }: GatheredProps) {
  const { entity, display } = source ?? props;
  const isOwn = entity.name === props.entity.name;
  const within = queryWithin(entity, display, isOwn ? props.query : {}, { start: day, end: addDays(day, 1) });
  const { data, isError, refetch } = useQuery(
    {
      queryKey: ['records', entity.name, 'days', within],
      queryFn: ({ signal }) => allRecords(entity, within, LIMIT, signal),
      placeholderData: (previous) => previous,
    },
    queryClient,
  );
  const records = data?.records ?? NO_RECORDS;
  const optionOf = useRecordOption(entity, display);
  const fieldsOf = useFieldTexts(entity, display.fields ?? NO_FIELDS, records);
  const t = useT();
  const text = useText();
  const found = spannedOf(display, records).map(({ record, span }) => ({
    ...seatEntryOf({ entity, display }, record, span),
    option: optionOf(record),
    fields: fieldsOf(record),
  }));
  const all = [...cards, ...found];
  return (
    <>
      {isError && (
        <LoadFailed
          title={t('list.failedTitle', { title: text(entity.title) })}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.total > LIMIT && (
        <p className="wd-display-note">{t('display.tooMany', { count: LIMIT })}</p>
      )}
      {others.length > 0 ? (
        <Gathered sources={others} cards={all} day={day} props={props} />
      ) : (
        <Rows cards={all} day={day} props={props} />
      )}
    </>
  );
}

function Rows({ cards, day, props }: Omit<GatheredProps, 'sources'>) {
  const { entity, display, onOpen } = props;
  const t = useT();
  const team = useTeam(true);
  const by = display.by ?? '';
  const seats = seatsOf(team.people, cards, entity.name);
  // The names of people in other departments are known from their records.
  const strangers = seats.flatMap(({ person, name, entries: [first] }) =>
    first && name === undefined ? [{ ...first.record, [by]: person }] : [],
  );
  const names = useRefNames(
    entity,
    useMemo(() => [by], [by]),
    strangers,
  );
  const { mayShift, shift } = useShift(entity, display);
  const refLink = useRefLink();
  const place = (at: number) => seats[Math.max(0, Math.min(seats.length - 1, at))];
  return (
    <ul className="wd-seats" aria-label={t('display.seatsOf')}>
      {seats.map(({ person, name, entries }, at) => (
        <SeatRow
          key={String(person)}
          name={
            name ?? (person === null ? t('display.none') : (names.get(by)?.get(person) ?? String(person)))
          }
          day={day}
          cards={entries}
          isMovable={(card) => card.entity.name === entity.name && mayShift(card.record)}
          onDrop={(id) => {
            const card = cards.find((one) => one.entity.name === entity.name && String(one.record.id) === id);
            if (card) shift(card.record, { days: 0, lane: { value: person } });
          }}
          onStep={(card, { days, rows }) => {
            const next = rows === 0 ? undefined : place(at + rows);
            shift(card.record, { days, lane: next ? { value: next.person } : null });
          }}
          onOpen={onOpen}
          own={entity.name}
          addressOf={(card) => refLink({ entity: card.entity.name, key: 'id' }, card.record.id)}
        />
      ))}
      {team.more && (
        <li className="wd-seat">
          <Button onClick={() => void team.loadMore()}>{t('list.loadMore')}</Button>
        </li>
      )}
    </ul>
  );
}

/** Shows one day: a row for each person of the reader's departments, with that person's records as cards. */
export default function Seats(props: DayProps) {
  const lang = useLang();
  const [around, setAround] = useState(() => startOfDay(new Date()));
  const sources = useSources(props);
  const title = new Intl.DateTimeFormat(lang, {
    ...{ year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' },
  }).format(around);
  return (
    <div className="wd-display wd-time wd-card">
      <div className="wd-time-bar">
        <CalendarTurn span="day" around={around} onAround={(day) => setAround(startOfDay(day))} />
        <h3 aria-live="polite">
          <time dateTime={dayText(around)}>{title}</time>
        </h3>
        {props.zoomer}
      </div>
      <Gathered {...{ sources, props }} cards={[]} day={around} />
    </div>
  );
}
