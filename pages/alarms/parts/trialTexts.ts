import type { Text } from '../../../generated/definition.ts';

export const TRIAL_TEXTS = {
  title: { zh: '用历史数据试运行', en: 'Try on past data' },
  period: { zh: '时间范围', en: 'Period' },
  days: { zh: '近 {days} 天', en: 'Last {days} days' },
  incomplete: {
    zh: '请先填写站点、监测对象和触发条件',
    en: 'First choose the station, what is watched and the condition',
  },
  failed: { zh: '试运行失败', en: 'The rule could not be tried' },
  none: { zh: '近 {days} 天不会产生告警', en: 'No alarm in the last {days} days' },
  found: {
    zh: '近 {days} 天会产生 {total} 条告警，共 {time}',
    en: '{total} alarms in the last {days} days, {time} in all',
  },
  foundOne: {
    zh: '近 {days} 天会产生 1 条告警，持续 {time}',
    en: 'One alarm in the last {days} days, {time} long',
  },
  judged: {
    zh: '判断了 {points} 个数据点；不写入任何数据',
    en: 'Points judged: {points}; nothing is written',
  },
  cut: {
    zh: '数据过多，只看到 {until} 为止；请缩短时间范围',
    en: 'Too many points: looked at until {until} only; choose a shorter period',
  },
  value: { zh: '数值', en: 'Value' },
  limit: { zh: '限值', en: 'Limit' },
  alarm: { zh: '告警', en: 'Alarm' },
  from: { zh: '发生时间', en: 'Reported' },
  lasted: { zh: '持续', en: 'Lasted' },
  lasting: { zh: '仍在持续', en: 'Still holds' },
  source: { zh: '来源', en: 'Source' },
  more: { zh: '仅列出最近 {count} 条', en: 'The newest {count} are listed' },
} satisfies Record<string, Text>;
