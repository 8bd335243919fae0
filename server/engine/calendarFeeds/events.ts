/**
 * Converts the records of a list to entries of a calendar. Contains only records and fields that the reader may list
 * at present.
 */

import { sql } from 'kysely';
import type { Field, ListDisplay } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { listPageOf } from '../../../runtime/core/definitions/pages.ts';
import { EMPTY_VALUE } from '../../../runtime/core/numbers/format.ts';
import { writeDay } from '../../../runtime/core/statistics/steps.ts';
import { type Lang, languageOf, nearLang } from '../../../runtime/core/text/lang.ts';
import { pickText, type SourceText } from '../../../runtime/core/text/pickText.ts';
import { DAY_MS, dateOf, startDate } from '../../../runtime/core/time/timeWindow.ts';
import { writeValue } from '../../../runtime/fieldTypes/valueText.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError, fillText } from '../../platform/errors/errors.ts';
import { recordScope } from '../access/recordScope.ts';
import { showColumn } from '../access/scopedRecords.ts';
import type { Session } from '../context.ts';
import { makeWords } from '../documents/compose.ts';
import { type Columns, columnsOf, fieldsOf } from '../entities/columns.ts';
import { selectionWhere } from '../entities/list/selection.ts';
import { openRecords, type SealContext } from '../entities/sealed.ts';
import { type Drawing, drawRows } from '../records/drawnRows.ts';
import { recordLink } from '../states/link.ts';
import { type CalendarEvent, isDay } from './ical.ts';

/**
 * The calendar's days before and after today. Users rarely scroll further, and programs must read the whole calendar.
 */
const BACK_DAYS = 92;
const AHEAD_DAYS = 400;
const MOST = 1_000;
/** Maximum length of a detail. Details only help to recognize the entry. */
const DETAIL_LENGTH = 200;
/**
 * The displays that show records over time. The calendar is preferred, because its entries have texts for a
 * day.
 */
const TIMED = ['calendar', 'timeline', 'gantt'] as const;

export interface CalendarReader extends SealContext {
  session: Session;
  lang: Lang;
  zone: string;
  /** The public address of the server. */
  origin: string;
}

export interface FeedSelection {
  filter?: string | undefined;
  search?: string | undefined;
}

/** The display that shows records over time, and the field with their beginning. */
type TimedDisplay = ListDisplay & { from: string };

/**
 * Returns the display of the list that shows records over time. Throws 404 unless it has a time field that
 * the reader may see.
 */
export function requireTimed(entity: Entity, session: Session): TimedDisplay {
  const { displays = [] } = entity.list;
  const display = TIMED.map((name) => displays.find(({ as }) => as === name)).find(Boolean);
  const from = display?.from;
  const isSeen =
    recordScope(session, entity, 'list') !== null && from && columnsOf(entity, session).has(from);
  if (!display || !isSeen) throw new AppError('http.notFound');
  return { ...display, from };
}

/** Returns the default name of a list's calendar. */
export const calendarTitle = ({ name, title }: Entity, lang: Lang): string =>
  pickText(listPageOf(name)?.title ?? title, lang);

/** The fields that an entry shows: title, kind and details. */
interface Plan {
  display: TimedDisplay;
  title: readonly string[];
  details: readonly string[];
  names: readonly string[];
}

function planEntries(entity: Entity, columns: Columns, display: TimedDisplay, lang: Lang): Plan {
  const { from, to, by, color, fields = [] } = display;
  const fieldOf = (name: string): Field => fieldsOf(entity)[name] ?? {};
  const seen = (names: readonly (string | undefined)[]) =>
    [...new Set(names.filter((name) => name !== undefined && columns.has(name)))] as string[];
  const label = nearLang(lang) === 'en' && entity.labelEn ? [entity.labelEn, entity.label] : [entity.label];
  const title = seen([display.as === 'timeline' ? by : undefined, ...fields, ...label]);
  const details = seen(entity.list.columns).filter(
    // An amount is not understandable without the currency of its record.
    (name) => ![...title, from, to].includes(name) && fieldOf(name)['x-currency'] === undefined,
  );
  return { display, title, details, names: seen([...title, color, ...details]) };
}

/** Reads the records from three months ago to a year ahead. The records nearest to now come first. */
async function readNear(
  trx: Trx,
  { session, zone, vault }: CalendarReader,
  entity: Entity,
  { display: { from, to }, names }: Plan,
  selection: FeedSelection,
): Promise<Row[]> {
  const now = Date.now();
  const [start, end] = [now - BACK_DAYS * DAY_MS, now + AHEAD_DAYS * DAY_MS];
  const edge = (name: string, time: number) =>
    fieldsOf(entity)[name]?.format === 'date' ? dayOf(time, zone) : new Date(time).toISOString();
  const reaching = [from, to].filter((name) => name !== undefined);
  const shown = ['id', 'version', 'updatedAt', ...reaching, ...names];
  const rows: Row[] = await trxAny(trx)
    .selectFrom(entity.name)
    .select((eb) => [...new Set(shown)].map((name) => showColumn(eb, session, entity, name).as(name)))
    .where(selectionWhere(entity, session, { ...selection, zone }))
    .where((eb) =>
      eb.and([
        eb(from, '<', edge(from, end)),
        eb.or(reaching.map((name) => eb(name, '>=', edge(name, start)))),
      ]),
    )
    .orderBy((eb) => sql`abs(extract(epoch from ${eb.ref(from)}::timestamptz - now()))`)
    .orderBy('id')
    .limit(MOST + 1)
    .execute();
  return openRecords({ session, vault }, entity, rows);
}

const dayOf = (time: number, zone: string): string => writeDay(dateOf(time, zone));

/**
 * Returns the end of an entry, as a day or a moment like its beginning. Null if there is no end after the beginning.
 */
function endOf(from: string, to: unknown, zone: string): string | null {
  if (typeof to !== 'string' || to === '') return null;
  const end = isDay(from)
    ? isDay(to)
      ? to
      : dayOf(Date.parse(to), zone)
    : isDay(to)
      ? new Date(startDate(Date.parse(to) / DAY_MS + 1, zone)).toISOString()
      : to;
  const isAfter = isDay(from) ? end > from : Date.parse(end) > Date.parse(from);
  return isAfter ? end : null;
}

const TOO_MANY: SourceText = {
  zh: '此日历只包含离今天最近的{count}条记录，请筛选列表后重新订阅',
  en: 'This calendar contains only the {count} records nearest to today. Filter the list and subscribe again.',
};

/** Returns an entry for today with the information that the calendar does not contain all records. */
function noteEvent({ session, lang, zone, origin }: CalendarReader, entity: Entity): CalendarEvent {
  const today = dayOf(Date.now(), zone);
  return {
    uid: `${entity.name}-more.${session.tenantId}@${new URL(origin).hostname}`,
    title: fillText(pickText(TOO_MANY, lang), { count: MOST }),
    ...{ from: today, to: null, changedAt: `${today}T00:00:00Z`, version: 0 },
    ...{ isOpen: false, kind: null, details: '', url: null },
  };
}

/** Returns a field of a record as text, as the reader may see it. */
type TextOf = (name: string) => string;

function entryOf(
  reader: CalendarReader,
  entity: Entity,
  plan: Plan,
  row: Row,
  textOf: TextOf,
): CalendarEvent[] {
  const { session, lang, zone, origin } = reader;
  const { from, to = '', color = '', hatch = [] } = plan.display;
  const begin = row[from];
  // The field may be hidden in some records, if the permission on it is narrowed.
  if (typeof begin !== 'string') return [];
  const colon = languageOf(lang).colon;
  const title = [...new Set(plan.title.map(textOf))].filter(Boolean).join(' · ');
  const details = plan.details.flatMap((name) => {
    const text = textOf(name);
    return text === '' ? [] : [`${pickText(fieldsOf(entity)[name]?.title, lang) ?? name}${colon}${text}`];
  });
  const path = recordLink(entity.name, Number(row.id));
  const kind = textOf(color);
  return [
    {
      uid: `${entity.name}-${row.id}.${session.tenantId}@${new URL(origin).hostname}`,
      title: title || kind || `#${row.id}`,
      ...{ from: begin, to: endOf(begin, row[to], zone) },
      ...{ changedAt: String(row.updatedAt), version: Number(row.version) },
      isOpen: hatch.some((value) => value === row[color]),
      ...{ kind: kind || null, details: details.join('\n') },
      url: path === null ? null : new URL(path, origin).href,
    },
  ];
}

/** Returns the entries of a list in chronological order. If some are left out, adds a note. */
export async function readEvents(
  trx: Trx,
  reader: CalendarReader,
  entity: Entity,
  selection: FeedSelection,
): Promise<CalendarEvent[]> {
  const { session, lang, zone } = reader;
  const plan = planEntries(entity, columnsOf(entity, session), requireTimed(entity, session), lang);
  const found = await readNear(trx, reader, entity, plan, selection);
  const rows = found.slice(0, MOST);
  const { tenantId } = session;
  const drawing: Drawing = { trx, tenantId, lang, asker: session, dictionaries: new Map() };
  const { properties, values } = await drawRows(drawing, fieldsOf(entity), plan.names, rows, () => undefined);
  const words = makeWords(lang, zone);
  const events = rows.flatMap((row, at) =>
    entryOf(reader, entity, plan, row, (name) => {
      const text = writeValue(properties[name] ?? {}, values[at]?.[name], words);
      return text === EMPTY_VALUE ? '' : text.slice(0, DETAIL_LENGTH);
    }),
  );
  events.sort((one, other) => Date.parse(one.from) - Date.parse(other.from));
  return found.length > MOST ? [noteEvent(reader, entity), ...events] : events;
}
