import type { ErrorTexts } from './entry.ts';

export const statisticsErrors = {
  'statistic.noName': {
    status: 400,
    code: 400180,
    zh: '统计中没有“{name}”',
    en: 'The statistic has no "{name}"',
  },
  'statistic.manyDimensions': {
    status: 400,
    code: 400181,
    zh: '最多按 {most} 个维度统计',
    en: 'A statistic can have at most {most} dimensions',
  },
  'statistic.halfPeriod': {
    status: 400,
    code: 400182,
    zh: '请同时填写开始和结束日期',
    en: 'Enter both the first and the last day',
  },
  'statistic.periodEmpty': {
    status: 400,
    code: 400183,
    zh: '结束日期早于开始日期',
    en: 'The last day is before the first',
  },
  'statistic.noPeriod': {
    status: 400,
    code: 400184,
    zh: '要比较，请选择时间段',
    en: 'Choose a period to compare',
  },
  'statistic.noRecords': {
    status: 400,
    code: 400185,
    zh: '“{name}”是余额或累计值，没有对应的记录',
    en: '"{name}" is a balance or a running sum without a list of records. Choose another figure.',
  },
  'statistic.noKey': {
    status: 400,
    code: 400186,
    zh: '“{name}”没有值“{key}”',
    en: '"{name}" has no value "{key}". Use a key of the statistic.',
  },
  'statistic.runningSum': {
    status: 400,
    code: 400187,
    zh: '累计值不能折算为本位币，请去掉累计指标',
    en: 'Running sums cannot be converted to the home currency. Remove them.',
  },
  'statistic.noRate': {
    status: 422,
    code: 42292,
    zh: '缺少 {currency} 在 {day} 的汇率，不能折算',
    en: 'The exchange rate of {currency} for {day} is missing. The amounts cannot be converted.',
  },
  'statistic.manyRows': {
    status: 422,
    code: 42280,
    zh: '比较的结果超过 {most} 行，请缩小范围',
    en: 'The comparison has more than {most} rows. Narrow the selection.',
  },
} as const satisfies ErrorTexts;
