/** The texts of a report, shared by the document and the workbook. Pure. */

import type { Text } from '../../../generated/definition.ts';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { EMPTY_VALUE, formatMoment, formatNumber } from '../../../runtime/core/numbers/format.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { ReportLine, ReportTable } from './table.ts';

export const WORDS = {
  facts: { zh: '报表说明', en: 'About this report' },
  figures: { zh: '报表数据', en: 'Figures' },
  station: { zh: '站点', en: 'Station' },
  period: { zh: '时间范围', en: 'Period' },
  zone: { zh: '时区', en: 'Time zone' },
  method: { zh: '统计方式', en: 'Method' },
  interval: { zh: '时间间隔', en: 'Interval' },
  completeness: { zh: '数据完整率', en: 'Completeness' },
  samples: { zh: '采样数', en: 'Samples' },
  time: { zh: '时间', en: 'Time' },
  total: { zh: '总计', en: 'Total' },
  variable: { zh: '变量', en: 'Variable' },
  device: { zh: '设备', en: 'Device' },
  missing: { zh: '变量已移除', en: 'Removed from the station' },
} as const satisfies Record<string, Text>;

const INTERVALS: Readonly<Record<ReportTable['interval'], Text>> = {
  hour: { zh: '小时', en: 'Hour' },
  day: { zh: '日', en: 'Day' },
  month: { zh: '月', en: 'Month' },
};

export const intervalWord = (interval: ReportTable['interval'], lang: Lang): string =>
  pickText(INTERVALS[interval], lang);

export const methodWord = (method: ReportTable['method'], lang: Lang): string =>
  pickText(dictionaries.reportMethod.entries.find(({ value }) => value === method)?.title, lang) ?? method;

/** Returns the name of a row: the start of its step in the time zone of the station. */
export function rowName(key: string, interval: ReportTable['interval']): string {
  const [date = '', time = ''] = key.split('T');
  if (interval === 'month') return date.slice(0, 'YYYY-MM'.length);
  return interval === 'day' ? date : `${date} ${time.slice(0, 'HH:mm'.length)}`;
}

export const periodText = ({ from, to, zone }: Pick<ReportTable, 'from' | 'to' | 'zone'>): string =>
  [from, to].map((instant) => formatMoment(instant, 'minute', zone)).join(' – ');

export const percentText = (percent: number | null): string =>
  percent === null ? EMPTY_VALUE : `${formatNumber(percent, { decimals: 1 })} %`;

/** Returns the title of a column: its variable and unit. */
export function lineName({ name, deviceName, unit, missing, sn }: ReportLine, lang: Lang): string {
  if (missing) return `${sn} · ${pickText(WORDS.missing, lang)}`;
  const named = deviceName ? `${deviceName} · ${name}` : name;
  return unit ? `${named} (${unit})` : named;
}

export const factsOf = (table: ReportTable, lang: Lang): { label: string; text: string }[] => [
  { label: pickText(WORDS.station, lang), text: table.stationName },
  { label: pickText(WORDS.period, lang), text: periodText(table) },
  { label: pickText(WORDS.zone, lang), text: table.zone },
  { label: pickText(WORDS.method, lang), text: methodWord(table.method, lang) },
  { label: pickText(WORDS.interval, lang), text: intervalWord(table.interval, lang) },
  { label: pickText(WORDS.completeness, lang), text: percentText(table.completeness) },
];
