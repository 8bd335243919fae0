import type { ErrorTexts } from './entry.ts';

export const formulaErrors = {
  'telemetry.tooManyPoints': {
    status: 400,
    code: 40085,
    zh: '逐点计算的数据超过 {limit} 个，请缩短时间范围或改为按周期计算',
    en: 'More than {limit} points would be calculated. Choose a shorter window, or apply the formula to periods.',
  },
  'formula.invalid': {
    status: 400,
    code: 40086,
    zh: '公式第 {place} 个字符：{zh}',
    en: 'Character {place} of the formula: {en}',
  },
  'formula.constant': {
    status: 400,
    code: 40087,
    zh: '公式中至少要有一个变量',
    en: 'The formula needs at least one variable',
  },
  'formula.noVariable': {
    status: 400,
    code: 40088,
    zh: '公式中的变量不存在：{sn}',
    en: 'The variable {sn} of the formula does not exist',
  },
  'formula.textVariable': {
    status: 400,
    code: 40089,
    zh: '文本变量不能参与计算：{sn}',
    en: 'The text variable {sn} cannot be used in a calculation',
  },
  'formula.cycle': {
    status: 400,
    code: 40079,
    zh: '公式循环引用：{path}',
    en: 'The formula refers to itself: {path}',
  },
  'formula.tooLarge': {
    status: 400,
    code: 40090,
    zh: '公式连同其中的计算变量展开后过大：最多 {parts} 个值和运算、{nested} 层',
    en: 'The formula with its calculated variables is too large: at most {parts} values and operations, {nested} levels',
  },
  'formula.userTooLarge': {
    status: 400,
    code: 40091,
    zh: '用到该变量的计算变量“{name}”展开后过大：最多 {parts} 个值和运算、{nested} 层',
    en: 'The calculated variable {name} uses this variable and would be too large: at most {parts} values and operations, {nested} levels',
  },
  'formula.notNumber': {
    status: 400,
    code: 40078,
    zh: '计算变量的数据类型须为数值',
    en: 'A calculated variable must be a number',
  },
  'formula.used': {
    status: 409,
    code: 40986,
    zh: '该变量被用于计算：{name}',
    en: 'The variable is used to calculate {name}',
  },
} as const satisfies ErrorTexts;
