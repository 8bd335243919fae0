/** Writes calendars as text by RFC 5545, for calendar programs of all vendors. */
import { dayAfter } from '../../../runtime/core/time/workDays.ts';

export interface CalendarEvent {
  /** Does not change while the record exists. */
  uid: string;
  title: string;
  /** A day (`2026-11-27`) or a moment in ISO 8601. */
  from: string;
  /** The last day, or the moment of the end. Null for a single day or moment. */
  to: string | null;
  /** The time of the last change, and the number of changes. */
  changedAt: string;
  version: number;
  /** True if the record is not final yet. */
  isOpen: boolean;
  kind: string | null;
  details: string;
  url: string | null;
}

export interface CalendarText {
  name: string;
  /** The name of the product, as the producer of the calendar. */
  maker: string;
  events: readonly CalendarEvent[];
}

/** The maximum length of a line in octets. A longer line is continued on the next line after a space. */
const LINE_OCTETS = 75;
/** The interval at which programs read the calendar again. */
const REFRESH = 'PT1H';
/** Calendars cannot contain these invisible characters. */
const UNSEEN = /(?!\n)[\p{Cc}\u2028\u2029]/gu;

/** Escapes a text for a value, so that it can neither end the line nor begin a property. */
export const writeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');

/** Folds a line between characters, so that no part exceeds the maximum number of octets. */
export function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}

export const isDay = (moment: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(moment);

/** Writes `2026-11-27T08:30:00.123Z` as `20261127T083000Z`, and a day as `20261127`. */
const writeMoment = (moment: string): string =>
  isDay(moment)
    ? moment.replaceAll('-', '')
    : `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const property = (name: string, moment: string): string =>
  `${name}${isDay(moment) ? ';VALUE=DATE' : ''}:${writeMoment(moment)}`;

/** Writes beginning and end. The end of whole days is the day after the last. */
function writeSpan({ from, to }: CalendarEvent): string[] {
  const start = property('DTSTART', from);
  if (isDay(from)) return [start, property('DTEND', dayAfter(to ?? from))];
  return to === null ? [start] : [start, property('DTEND', to)];
}

const writeEvent = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${writeText(event.uid)}`,
  // The time of the last change, not of the export, so that an unchanged calendar has the same text.
  `DTSTAMP:${writeMoment(event.changedAt)}`,
  `LAST-MODIFIED:${writeMoment(event.changedAt)}`,
  `SEQUENCE:${event.version}`,
  ...writeSpan(event),
  `SUMMARY:${writeText(event.title)}`,
  ...(event.details === '' ? [] : [`DESCRIPTION:${writeText(event.details)}`]),
  ...(event.kind === null ? [] : [`CATEGORIES:${writeText(event.kind)}`]),
  ...(event.url === null ? [] : [`URL:${event.url}`]),
  `STATUS:${event.isOpen ? 'TENTATIVE' : 'CONFIRMED'}`,
  // Another user's entry does not make the reader busy.
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

/** Writes the calendar: lines of at most 75 octets with CRLF, times in UTC, and whole days without a time. */
export function writeCalendar({ name, maker, events }: CalendarText): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${writeText(maker)}//NONSGML Calendar//EN`,
    'CALSCALE:GREGORIAN',
    `NAME:${writeText(name)}`,
    `X-WR-CALNAME:${writeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap(writeEvent),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
