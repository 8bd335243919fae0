/** The parts of a recurrence rule that users choose, and its description. */

import { type Lang, languageOf, nearLang, type SourceLang } from '../../core/text/lang.ts';
import { pickText, type SourceText } from '../../core/text/pickText.ts';

export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Every month has four of each weekday. -1 is the last one. */
export const PLACES = [1, 2, 3, 4, -1] as const;
type Place = (typeof PLACES)[number];
/** A weekday with its position in the month: '1WE' is the first Wednesday. */
export type PlacedDay = `${Place}${Weekday}`;
/** A day of the month, the last one, the first or last weekday, or a positioned weekday. */
export type MonthDay = number | 'last' | 'firstWeekday' | 'lastWeekday' | PlacedDay;

export interface RuleParts {
  frequency: Frequency;
  interval: number;
  weekdays: Weekday[];
  monthDay: MonthDay | null;
  count: number | null;
  /** The last day of the series. */
  until: string | null;
}

const WORKING = 'MO,TU,WE,TH,FR';

const placeOf = (day: string): Place | undefined =>
  PLACES.find((place) => String(place) === day.slice(0, -2));
const isPlacedDay = (day: string): day is PlacedDay =>
  placeOf(day) !== undefined && WEEKDAYS.some((weekday) => day.endsWith(weekday));

function monthDayOf(parts: ReadonlyMap<string, string>): MonthDay | null | undefined {
  const [days, weekdays, place] = ['BYMONTHDAY', 'BYDAY', 'BYSETPOS'].map((name) => parts.get(name));
  if (days === undefined && weekdays === undefined && place === undefined) return null;
  if (weekdays === WORKING && days === undefined)
    return place === '1' ? 'firstWeekday' : place === '-1' ? 'lastWeekday' : undefined;
  if (weekdays !== undefined && days === undefined && place === undefined && isPlacedDay(weekdays))
    return weekdays;
  if (weekdays !== undefined || place !== undefined) return undefined;
  if (days === '-1') return 'last';
  return /^\d+$/.test(days ?? '') ? Number(days) : undefined;
}

function weekdaysOf(parts: ReadonlyMap<string, string>): Weekday[] | undefined {
  const named = parts.get('BYDAY')?.split(',') ?? [];
  const known = WEEKDAYS.filter((day) => named.includes(day));
  return known.length === named.length ? known : undefined;
}

/** Further parts of each frequency. A rule with other parts is edited as text. */
const PLAIN: Readonly<Record<Frequency, readonly string[]>> = {
  DAILY: [],
  WEEKLY: ['BYDAY'],
  MONTHLY: ['BYMONTHDAY', 'BYDAY', 'BYSETPOS'],
  YEARLY: [],
};
const ALWAYS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL'];

const dayOf = (text: string): string => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');

/** Returns the parts of a rule. Null for a rule that has other parts. */
export function splitRule(rule: string): RuleParts | null {
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]));
  const frequency = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  if (!frequency) return null;
  const allowed = [...ALWAYS, ...PLAIN[frequency]];
  if ([...parts.keys()].some((name) => !allowed.includes(name))) return null;
  const weekdays = frequency === 'WEEKLY' ? weekdaysOf(parts) : [];
  const monthDay = frequency === 'MONTHLY' ? monthDayOf(parts) : null;
  if (!weekdays || monthDay === undefined) return null;
  const until = parts.get('UNTIL');
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    weekdays,
    monthDay,
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
    until: until === undefined ? null : dayOf(until),
  };
}

function monthText(monthDay: MonthDay | null): string[] {
  if (monthDay === null) return [];
  if (monthDay === 'last') return ['BYMONTHDAY=-1'];
  if (typeof monthDay === 'number') return [`BYMONTHDAY=${monthDay}`];
  if (monthDay === 'firstWeekday') return [`BYDAY=${WORKING}`, 'BYSETPOS=1'];
  if (monthDay === 'lastWeekday') return [`BYDAY=${WORKING}`, 'BYSETPOS=-1'];
  return [`BYDAY=${monthDay}`];
}

/** Returns the rule, without parts that do not apply to its frequency. */
export function joinRule({ frequency, interval, weekdays, monthDay, count, until }: RuleParts): string {
  const named = WEEKDAYS.filter((day) => weekdays.includes(day));
  return [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(frequency === 'WEEKLY' && named.length > 0 ? [`BYDAY=${named.join(',')}`] : []),
    ...(frequency === 'MONTHLY' ? monthText(monthDay) : []),
    ...(count !== null ? [`COUNT=${count}`] : []),
    ...(until !== null ? [`UNTIL=${until.replaceAll('-', '')}`] : []),
  ].join(';');
}

const UNITS: Readonly<Record<SourceLang, Record<Frequency, string>>> = {
  zh: { DAILY: '天', WEEKLY: '周', MONTHLY: '个月', YEARLY: '年' },
  en: { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' },
};
const SHORT: Readonly<Record<Frequency, string>> = { DAILY: '天', WEEKLY: '周', MONTHLY: '月', YEARLY: '年' };
const DAYS: Readonly<Record<Weekday, SourceText>> = {
  MO: { zh: '周一', en: 'Mon' },
  TU: { zh: '周二', en: 'Tue' },
  WE: { zh: '周三', en: 'Wed' },
  TH: { zh: '周四', en: 'Thu' },
  FR: { zh: '周五', en: 'Fri' },
  SA: { zh: '周六', en: 'Sat' },
  SU: { zh: '周日', en: 'Sun' },
};

/** Returns the name of a weekday. */
export const weekdayText = (day: Weekday, lang: Lang): string => pickText(DAYS[day], lang);

const PLACE_TEXTS: Readonly<Record<Place, SourceText>> = {
  1: { zh: '第一个', en: 'the first' },
  2: { zh: '第二个', en: 'the second' },
  3: { zh: '第三个', en: 'the third' },
  4: { zh: '第四个', en: 'the fourth' },
  [-1]: { zh: '最后一个', en: 'the last' },
};

const DAY_OF_MONTH = { zh: '{day} 日', en: 'day {day}' };
const WEEKDAY_OF_MONTH = { zh: '{place}{day}', en: '{place} {day}' };

/** Returns a day of the month in words. */
export function monthDayText(day: MonthDay, lang: Lang): string {
  if (typeof day === 'number') return pickText(DAY_OF_MONTH, lang).replace('{day}', String(day));
  const texts = {
    last: { zh: '最后一天', en: 'the last day' },
    firstWeekday: { zh: '第一个工作日（周一至周五）', en: 'the first weekday' },
    lastWeekday: { zh: '最后一个工作日（周一至周五）', en: 'the last weekday' },
  };
  if (day in texts) return pickText(texts[day as keyof typeof texts], lang);
  const named = weekdayText(day.slice(-2) as Weekday, lang);
  const place = pickText(PLACE_TEXTS[placeOf(day)!], lang);
  return pickText(WEEKDAY_OF_MONTH, lang).replace('{place}', place).replace('{day}', named);
}

const DAY_OF_YEAR = /^FREQ=YEARLY;BYMONTH=(\d+);BYMONTHDAY=(\d+)$/;
const YEARLY = { zh: '每年 {day}', en: 'every year on {day}' };
/** A leap year, so that every day of a year exists. */
const LEAP_YEAR = 2024;

/** Describes a rule with one day of the year. Null for other rules. */
function dayOfYearText(rule: string, lang: Lang): string | null {
  const [, month, day] = DAY_OF_YEAR.exec(rule) ?? [];
  if (month === undefined) return null;
  const format = new Intl.DateTimeFormat(languageOf(lang).locale, {
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const text = format.format(Date.UTC(LEAP_YEAR, Number(month) - 1, Number(day)));
  return pickText(YEARLY, lang).replace('{day}', text);
}

/** Describes a rule. A rule with other parts is returned unchanged. */
export function ruleText(rule: string, lang: Lang): string {
  const parts = splitRule(rule);
  if (!parts) return dayOfYearText(rule, lang) ?? rule;
  const { frequency, interval, weekdays, monthDay, count, until } = parts;
  const on = [
    ...weekdays.map((day) => weekdayText(day, lang)),
    ...(monthDay === null ? [] : [monthDayText(monthDay, lang)]),
  ];
  if (nearLang(lang) === 'zh')
    return [
      interval === 1 ? `每${SHORT[frequency]}` : `每 ${interval} ${UNITS.zh[frequency]}`,
      ...(on.length > 0 ? [on.join('、')] : []),
      ...(count === null ? [] : [`共 ${count} 次`]),
      ...(until === null ? [] : [`至 ${until}`]),
    ].join(' ');
  const unit = UNITS.en[frequency];
  return [
    interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`,
    ...(on.length > 0 ? [`on ${on.join(', ')}`] : []),
    ...(count === null ? [] : [count === 1 ? 'once' : `${count} times`]),
    ...(until === null ? [] : [`until ${until}`]),
  ].join(' ');
}
