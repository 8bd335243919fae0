/** Fills notification templates with texts. Pure. */

import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { formatMoment } from '../../../runtime/core/numbers/format.ts';
import { type Lang, nearLang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';

export type NotifyEvent = 'alarm' | 'reminder' | 'escalation' | 'ended' | 'test';

/** The facts about an alarm that a message may contain. */
export interface AlarmFacts {
  id: number;
  info: string;
  level: string;
  status: number;
  /** Times in ISO format. */
  reportTime: string;
  recoverTime: string | null;
  checker: string | null;
  stationSn: string;
  stationName: string | null;
  deviceSn: string;
  deviceName: string | null;
  variableName: string | null;
  value: string | null;
  unit: string | null;
  rule: string | null;
  /** The time zone of the station. */
  zone: string;
}

export interface Template {
  subjectZh: string;
  bodyZh: string;
  subjectEn: string;
  bodyEn: string;
}

export interface Message {
  subject: string;
  body: string;
}

const DEFAULT: Template = {
  subjectZh: '{status}【{level}】{station}:{info}',
  bodyZh:
    '{info}\n\n站点:{station}\n设备:{device}\n等级:{level}\n发生时间:{time}\n已持续:{minutes} 分钟\n{link}',
  subjectEn: '{status} [{level}] {station}: {info}',
  bodyEn:
    '{info}\n\nStation: {station}\nDevice: {device}\nLevel: {level}\nReported: {time}\nLasting: {minutes} min\n{link}',
};
/** Marks the first message about an alarm that has already ended. */
const OVER = { zh: '（已恢复）', en: ' (recovered)' };
const MAX_SUBJECT = 300;
const MAX_BODY = 6_000;
const MINUTE_MS = 60_000;
/** The page with the alarm records. */
export const ALARMS_LINK = '/main/ems/map/warning/record';

function wordOf(name: 'alarmLevel' | 'notificationEvent', value: string, lang: Lang): string {
  return (
    pickText(dictionaries[name].entries.find((candidate) => candidate.value === value)?.title, lang) ?? value
  );
}

/** Removes control characters, which are not allowed in the subject of a mail or a notice. */
const line = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
const lines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trimEnd())
    .join('\n')
    .trim();

/** Returns the placeholders of a template with their values. Times are in the time zone of the station. */
export function placesOf(
  event: NotifyEvent,
  alarm: AlarmFacts,
  lang: Lang,
  { now, publicUrl }: { now: number; publicUrl: string | null },
): Record<string, string> {
  const end = alarm.recoverTime ? Date.parse(alarm.recoverTime) : now;
  const minutes = Math.max(0, Math.round((end - Date.parse(alarm.reportTime)) / MINUTE_MS));
  const isOver = event === 'alarm' && alarm.recoverTime !== null;
  return {
    status: wordOf('notificationEvent', event, lang) + (isOver ? pickText(OVER, lang) : ''),
    level: wordOf('alarmLevel', alarm.level, lang),
    station: alarm.stationName ?? alarm.stationSn,
    device: alarm.deviceName ?? alarm.deviceSn,
    variable: alarm.variableName ?? '',
    value: alarm.value ?? '',
    unit: alarm.unit ?? '',
    rule: alarm.rule ?? '',
    info: alarm.info,
    time: `${formatMoment(alarm.reportTime, 'second', alarm.zone)} (${alarm.zone})`,
    minutes: String(minutes),
    link: publicUrl === null ? '' : new URL(ALARMS_LINK, publicUrl).href,
  };
}

/**
 * Fills the placeholders of a template in a single pass, so that braces in a value are not interpreted. Unknown
 * placeholders remain unchanged.
 */
export const fillTemplate = (template: string, places: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, key: string) =>
    Object.hasOwn(places, key) ? (places[key] ?? '') : whole,
  );

export function makeMessage(
  template: Template | null,
  lang: Lang,
  places: Readonly<Record<string, string>>,
): Message {
  const { subjectZh, bodyZh, subjectEn, bodyEn } = template ?? DEFAULT;
  const [subject, body] = nearLang(lang) === 'zh' ? [subjectZh, bodyZh] : [subjectEn, bodyEn];
  return {
    subject: [...line(fillTemplate(subject, places))].slice(0, MAX_SUBJECT).join(''),
    body: [...lines(fillTemplate(body, places))].slice(0, MAX_BODY).join(''),
  };
}

/** Returns the JSON for a webhook. */
export function webhookBody(
  event: NotifyEvent,
  alarm: AlarmFacts | null,
  { subject, body }: Message,
  moment: number,
): string {
  return JSON.stringify({
    event,
    at: new Date(moment).toISOString(),
    subject,
    text: body,
    alarm: alarm && {
      id: alarm.id,
      level: alarm.level,
      open: alarm.status === 1,
      info: alarm.info,
      reportTime: alarm.reportTime,
      recoverTime: alarm.recoverTime,
      confirmedBy: alarm.checker,
      stationSn: alarm.stationSn,
      stationName: alarm.stationName,
      deviceSn: alarm.deviceSn || null,
      deviceName: alarm.deviceName,
      variable: alarm.variableName,
      value: alarm.value,
      unit: alarm.unit,
      rule: alarm.rule,
    },
  });
}
