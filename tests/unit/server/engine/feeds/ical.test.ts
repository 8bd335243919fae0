/** Tests calendars as text against the rules of RFC 5545 for lines, texts, days and moments. */
import { describe, expect, it } from 'vitest';
import {
  type CalendarEvent,
  foldLine,
  writeCalendar,
  writeText,
} from '../../../../../server/engine/calendarFeeds/ical.ts';

const EVENT: CalendarEvent = {
  ...{ uid: 'leave-7.1@example.com', title: 'Leave', from: '2026-02-27', to: null },
  ...{
    changedAt: '2026-01-05T08:09:10.123Z',
    version: 3,
    isOpen: false,
    kind: null,
    details: '',
    url: null,
  },
};

const linesOf = (event: Partial<CalendarEvent>): string[] =>
  writeCalendar({ name: 'List', maker: 'Us', events: [{ ...EVENT, ...event }] }).split('\r\n');

describe('a calendar', () => {
  it('is written in lines that end with CRLF, with its name and refresh interval', () => {
    const text = writeCalendar({ name: '休假; 日历', maker: 'Us', events: [] });
    expect(text.split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Us//NONSGML Calendar//EN',
      'CALSCALE:GREGORIAN',
      'NAME:休假\\; 日历',
      'X-WR-CALNAME:休假\\; 日历',
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('gives an entry its identity, the time of its change and whether it is completed', () => {
    expect(linesOf({ url: 'https://example.com/main/leave/7', kind: 'Sick, agreed', isOpen: true })).toEqual(
      expect.arrayContaining([
        'UID:leave-7.1@example.com',
        'DTSTAMP:20260105T080910Z',
        'LAST-MODIFIED:20260105T080910Z',
        'SEQUENCE:3',
        'CATEGORIES:Sick\\, agreed',
        'URL:https://example.com/main/leave/7',
        'STATUS:TENTATIVE',
        'TRANSP:TRANSPARENT',
      ]),
    );
    expect(linesOf({})).toContain('STATUS:CONFIRMED');
  });
});

describe('the time of an entry', () => {
  it.each([
    ['a day', { from: '2026-02-28' }, ['DTSTART;VALUE=DATE:20260228', 'DTEND;VALUE=DATE:20260301']],
    [
      'days, the last of them among it',
      { from: '2026-12-30', to: '2027-01-02' },
      ['DTSTART;VALUE=DATE:20261230', 'DTEND;VALUE=DATE:20270103'],
    ],
    [
      'moments in UTC',
      { from: '2026-03-29T10:30:00+08:00', to: '2026-03-29T04:00:00.000Z' },
      ['DTSTART:20260329T023000Z', 'DTEND:20260329T040000Z'],
    ],
  ])('is %s', (_, event, expected) => {
    expect(linesOf(event).filter((line) => /^DT(START|END)/.test(line))).toEqual(expected);
  });

  it('is a single moment without an end', () => {
    const lines = linesOf({ from: '2026-03-29T02:30:00Z' });
    expect(lines).toContain('DTSTART:20260329T023000Z');
    expect(lines.some((line) => line.startsWith('DTEND'))).toBe(false);
  });
});

describe('texts of people', () => {
  it('end no line and begin no property', () => {
    const hostile = 'a\r\nEND:VEVENT\nBEGIN:VALARM;x,y\\n\u2028\u0000\u0007z\ud800';
    expect(writeText(hostile)).toBe('a\\nEND:VEVENT\\nBEGIN:VALARM\\;x\\,y\\\\nz\ufffd');
    const lines = linesOf({ title: hostile, details: hostile, kind: hostile });
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
    expect(lines.some((line) => line.startsWith('BEGIN:VALARM'))).toBe(false);
  });

  it.each([
    ['letters', 'x'.repeat(400)],
    ['Chinese', '储能电站巡检'.repeat(40)],
    ['signs of four octets', 'a🔋'.repeat(60)],
  ])('of %s are folded at 75 octets, between characters', (_, text) => {
    const line = `SUMMARY:${text}`;
    const folded = foldLine(line);
    const parts = folded.split('\r\n');
    expect(parts.length).toBeGreaterThan(3);
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
    expect(Buffer.byteLength(parts[0]!)).toBeGreaterThan(70);
    expect(folded.replaceAll('\r\n ', '')).toBe(line);
  });

  it('that just fit are not folded', () => {
    expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75));
    expect(foldLine('x'.repeat(76))).toBe(`${'x'.repeat(75)}\r\n x`);
  });
});
