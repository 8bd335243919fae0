/** The kinds of errors in a text, with their messages. */
import type { Text } from '../../../generated/definition.ts';
import { nearest } from '../text/near.ts';

const PROBLEMS = {
  empty: { zh: '表达式为空', en: 'the expression is empty' },
  tooLong: { zh: '表达式超过 {what} 个字符', en: 'the expression is longer than {what} characters' },
  tooDeep: { zh: '表达式嵌套过深', en: 'the expression is nested too deeply' },
  character: { zh: '此处不应有“{what}”', en: 'unexpected "{what}"' },
  instead: { zh: '请用“{known}”代替“{what}”', en: 'use "{known}" instead of "{what}"' },
  quoteOpen: { zh: '文本缺少结尾的单引号', en: 'the text has no closing quote' },
  valueMissing: { zh: '此处缺少值', en: 'a value is missing here' },
  closing: { zh: '此处缺少“{what}”', en: '"{what}" is missing here' },
  operatorMissing: { zh: '两个值之间缺少运算符', en: 'there is no operator between two values' },
  unknownFunction: {
    zh: '函数“{what}”不存在，可用函数：{known}',
    en: 'there is no function "{what}": use {known}',
  },
  comparedTwice: {
    zh: '不能连续比较；请用 and 连接',
    en: 'comparisons cannot be chained: join them with "and"',
  },
  listField: {
    zh: '“.{what}”只能用于 sum、min、max、allocate 和 split',
    en: '".{what}" of a list is possible only in sum, min, max, allocate and split',
  },
  conditionForm: {
    zh: '条件只能将字段与固定值比较：=、!=、<、<=、>、>=、in、and、or、not、some、length',
    en: 'a condition compares a field with a fixed value: =, !=, <, <=, >, >=, in, and, or, not, some, length',
  },
  conditionPath: {
    zh: '条件只能使用本记录的字段',
    en: 'a condition can use only the fields of its own record',
  },
  conditionFigure: { zh: '只能与数值比较大小', en: 'only numbers can be compared with <, <=, > and >=' },
  whereForm: {
    zh: '此处只能用 and 连接：字段 = 值、字段 != 值、字段 in [值]、not 字段 in [值]',
    en: 'only these can be joined with "and" here: field = value, field != value, field in [values], not field in [values]',
  },
  wantedForm: {
    zh: '此处只能是固定值、列表或字段',
    en: 'only a fixed value, a list or a field is allowed here',
  },
  fixedValue: {
    zh: '固定值无需计算；新建时的默认值请用 default',
    en: 'a fixed value needs no expression; use "default" for the value of a new record',
  },
} as const satisfies Record<string, Text>;

export type TextFault = keyof typeof PROBLEMS;

export interface TextProblem {
  /** The index of the first wrong character. */
  at: number;
  text: Text;
}

export class TextError extends Error {
  readonly found: TextProblem;
  constructor(at: number, fault: TextFault, what = '', known: readonly string[] = []) {
    super(fault);
    const near = nearest(what, known);
    const names = near === null ? known.join(', ') : `"${near}"`;
    const fill = (text: string) => text.replace('{what}', () => what).replace('{known}', () => names);
    const { zh, en } = PROBLEMS[fault];
    this.found = { at, text: { zh: fill(zh), en: fill(en) } };
  }
}
