/** Calendars as text by RFC 5545, for calendar programs of all vendors. */
import { dayAfter } from '../../../runtime/core/time/workDays.ts';

export interface CalendarEvent {
  /** It stays the same while the record exists. */
  uid: string;
  title: string;
  /** A day (`2026-11-27`) or a moment in ISO 8601. */
  from: string;
  /** The last day, or the moment of the end. Null for a single day or moment. */
  to: string | null;
  /** The moment of its last change, and the number of its changes. */
  changedAt: string;
  version: number;
  /** The record is not final yet. */
  isOpen: boolean;
  kind: string | null;
  details: string;
  url: string | null;
}

export interface CalendarText {
  name: string;
  /** The name of the product that writes the calendar. */
  maker: string;
  events: readonly CalendarEvent[];
}

/** The longest line in octets. Longer ones continue on the next line, after a space. */
const LINE_OCTETS = 75;
/** The time after which programs ask again. */
const REFRESH = 'PT1H';
/** Calendars cannot contain these invisible characters. */
const UNSEEN = /(?!\n)[\p{Cc}\u2028\u2029]/gu;

/** Escapes users' text for a value, so that nothing in it ends the line or begins a property. */
export const writeText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, '')
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\n/g, '\\n');

/** Cuts a line between characters, so that no part has more octets than a line may. */
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

/** `2026-11-27T08:30:00.123Z` as `20261127T083000Z`, and a day as `20261127`. */
const writeMoment = (moment: string): string =>
  isDay(moment)
    ? moment.replaceAll('-', '')
    : `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const property = (name: string, moment: string): string =>
  `${name}${isDay(moment) ? ';VALUE=DATE' : ''}:${writeMoment(moment)}`;

/** Writes beginning and end. The end of days is the day after the last. */
function writeSpan({ from, to }: CalendarEvent): string[] {
  const start = property('DTSTART', from);
  if (isDay(from)) return [start, property('DTEND', dayAfter(to ?? from))];
  return to === null ? [start] : [start, property('DTEND', to)];
}

const writeEvent = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${writeText(event.uid)}`,
  // Without a method the stamp is the time of the last change, so that the same calendar has the same text.
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

/** Writes the calendar: lines of at most 75 octets that end with CRLF, times in UTC, days as days. */
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
