import type { Text } from '../../../generated/definition.ts';

export const TRIAL_TEXTS = {
  title: { zh: '用历史数据试运行', en: 'Try on past data' },
  period: { zh: '时间范围', en: 'Period' },
  days: { zh: '近 {days} 天', en: 'Last {days} days' },
  incomplete: {
    zh: '请先填写站点、监测对象和触发条件',
    en: 'Choose the station, the monitored object and the condition first',
  },
  failed: { zh: '试运行失败', en: 'The trial failed' },
  none: { zh: '近 {days} 天无告警', en: 'No alarm in the last {days} days' },
  found: {
    zh: '近 {days} 天将产生 {total} 条告警，共持续 {time}',
    en: '{total} alarms in the last {days} days, with a total duration of {time}',
  },
  foundOne: {
    zh: '近 {days} 天将产生 1 条告警，持续 {time}',
    en: 'One alarm in the last {days} days, with a duration of {time}',
  },
  judged: {
    zh: '已判断 {points} 个数据点，未写入任何数据',
    en: 'Points evaluated: {points}. Nothing was written.',
  },
  cut: {
    zh: '数据过多，仅判断到 {until}，请缩短时间范围',
    en: 'Too many points: evaluated only until {until}. Choose a shorter period.',
  },
  value: { zh: '数值', en: 'Value' },
  limit: { zh: '限值', en: 'Limit' },
  alarm: { zh: '告警', en: 'Alarm' },
  from: { zh: '发生时间', en: 'Reported' },
  lasted: { zh: '持续', en: 'Lasted' },
  lasting: { zh: '仍在持续', en: 'Still active' },
  source: { zh: '来源', en: 'Source' },
  more: { zh: '仅列出最近 {count} 条', en: 'The newest {count} are listed' },
} satisfies Record<string, Text>;
