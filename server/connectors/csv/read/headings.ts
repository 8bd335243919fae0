/** Headings of time columns: their words, the end of an interval, the time zone. Pure. */
import { isZone } from '../../../../runtime/core/time/timeWindow.ts';

const NAMES =
  /^(?:timestamp|time|datetime|date[_ /]?time|ts|date|day|zeit|zeitstempel|zeitpunkt|uhrzeit|datum|tag|jour|时间|日期|时间戳|采集时间)$/i;
const WORDS =
  /time|date|stamp|zeit|datum|uhr|measured|recorded|heure|fecha|hora|时间|日期|时刻|interval|period/i;
const ENDS =
  /(?:^|[_ .(/-])(?:end|ends|ende|ending|bis|until|to|till|stop|fin|hasta|tot)(?:$|[_ .)/-])|[a-z]End(?:$|[A-Z])|结束|截止/i;
const STARTS =
  /(?:^|[_ .(/-])(?:start|begin|beginning|from|von|van|ab|début|debut|desde)(?:$|[_ .)/-])|开始|起始/i;

/** Returns whether the heading means that its times are the ends of intervals. */
export const isEndName = (heading: string): boolean => ENDS.test(heading) && !STARTS.test(heading);
export const isStartName = (heading: string): boolean => STARTS.test(heading);

/**
 * Returns the rank of a heading among possible time columns: 2 for a usual name, -1 for the end of an
 * interval, 0 if the heading gives no information.
 */
export function rankHeading(heading: string): number {
  if (isEndName(heading)) return -1;
  const plain = heading.replace(/\s*[[(（].*$/, '').trim();
  if (NAMES.test(plain)) return 2;
  return WORDS.test(heading) || isStartName(heading) ? 1 : 0;
}

const IANA = /[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z_]+)?/;
const OFFSET = /(?:UTC|GMT|^|[^\d\w])\s?([+-])(\d{1,2})(?::?(\d{2}))?(?:$|[^\d:.])/i;
const UNIVERSAL = /(?:^|[^a-z])(?:utc|gmt|zulu)(?:$|[^a-z])|[a-z](?:UTC|Utc)$/i;
/** Abbreviations of time zones. A single one, such as CET or CEST, has no daylight saving. */
const NAMED: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[^A-Za-z])(?:CET\s?\/\s?CEST|MEZ\s?\/\s?MESZ)(?:$|[^A-Za-z])/, 'Europe/Berlin'],
  [/(?:^|[^A-Za-z])(?:CEST|MESZ|EET)(?:$|[^A-Za-z])/, 'Etc/GMT-2'],
  [/(?:^|[^A-Za-z])(?:CET|MEZ|BST)(?:$|[^A-Za-z])/, 'Etc/GMT-1'],
];

function zoneOfOffset(sign: string, hours: number, minutes: number): string | null {
  if (hours === 0 && minutes === 0) return 'UTC';
  // The names of these zones have the opposite sign.
  if (minutes === 0) return `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`;
  return `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** Returns the time zone in a text such as `Date/time UTC` or `Time (GMT+1)`. Null if there is none. */
export function readZone(text: string): string | null {
  const named = IANA.exec(text)?.[0];
  if (named && isZone(named)) return named;
  const offset = OFFSET.exec(text);
  if (offset) {
    const zone = zoneOfOffset(offset[1]!, Number(offset[2]), Number(offset[3] ?? 0));
    if (zone !== null && isZone(zone)) return zone;
  }
  return NAMED.find(([pattern]) => pattern.test(text))?.[1] ?? (UNIVERSAL.test(text) ? 'UTC' : null);
}

const ABOUT_ZONE = /time ?zone|zeitzone|tijdzone|fuseau|时区/i;

/**
 * Returns the time zone from a line above the headings, such as `Time zone: UTC+1`. Null if there is none.
 */
export function readZoneLine(cells: readonly string[]): string | null {
  const at = cells.findIndex((cell) => ABOUT_ZONE.test(cell));
  return at < 0 ? null : readZone(cells.slice(at, at + 2).join(' '));
}
