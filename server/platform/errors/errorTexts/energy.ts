import type { ErrorTexts } from './entry.ts';

export const energyErrors = {
  'energy.noMeter': {
    status: 400,
    code: 40080,
    zh: '{sn} 不是该站点以 {unit} 计量的变量',
    en: '{sn} is not a meter of this station with the unit {unit}',
  },
  'energy.badPeriods': {
    status: 400,
    code: 40081,
    zh: '第 {place} 个时段无效：起止不能相同或超过 24:00，时段之间不能重叠',
    en: 'Period {place} is not valid: it must not be empty, pass 24:00 or overlap another one',
  },
  'energy.badStep': {
    status: 400,
    code: 400299,
    zh: '第 {place} 行与标准或另一行的功率因数相同，不起作用',
    en: 'Step {place} does nothing: its power factor is the agreed one, or that of another step',
  },
  'energy.hourlyType': {
    status: 400,
    code: 400300,
    zh: '逐时电价只用于电度电费和上网电价',
    en: 'Prices by the hour are for energy charges and feed-in tariffs only',
  },
  'energy.hourlyAlone': {
    status: 400,
    code: 400301,
    zh: '使用逐时电价时不能再填写单价或时段',
    en: 'Hourly prices cannot be combined with other prices or periods',
  },
  'energy.noPrices': {
    status: 400,
    code: 400302,
    zh: '{sn} 不是该站点以 {currency} 计价的电价变量（例如单位 {currency}/MWh）',
    en: '{sn} is not a variable of this station that prices energy in {currency}, such as one in {currency}/MWh',
  },
  'energy.twoCurrencies': {
    status: 400,
    code: 40082,
    zh: '所选时间内电价的币种发生了变化，金额无法相加',
    en: 'The currency changes within this period, so the amounts cannot be added up',
  },
  'energy.badParent': {
    status: 400,
    code: 40083,
    zh: '上级标签须属于同一站点、能源类型和维度，且不能是自己的下级',
    en: 'The parent must have the same station, energy type and dimension, and must not be below this label',
  },
  'energy.noType': { status: 400, code: 40084, zh: '能源类型不存在', en: 'There is no such energy type' },
  'energy.hasChildren': {
    status: 409,
    code: 40985,
    zh: '该标签有下级标签，不能更改站点、能源类型或维度',
    en: 'The label has child labels. Its station, energy type and dimension cannot be changed.',
  },
  'energy.noLabel': {
    status: 404,
    code: 40480,
    zh: '站点没有该能耗标签',
    en: 'The station has no such energy label',
  },
  'energy.priceThere': {
    status: 409,
    code: 40956,
    zh: '该站点已有同类价格，{from} 起生效：请修改它，或选择另一日期',
    en: 'A price of this kind already starts on {from}. Change it, or choose another start date.',
  },
  'energy.priceThereUntil': {
    status: 409,
    code: 40958,
    zh: '该站点已有同类价格，{from} 至 {until} 生效：请修改它，或选择另一日期',
    en: 'A price of this kind already applies from {from} to {until}. Change it, or choose another start date.',
  },
} as const satisfies ErrorTexts;
