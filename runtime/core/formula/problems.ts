/** The kinds of errors in a formula, with their messages. */
import type { Text } from '../../../generated/definition.ts';
import type { FormulaProblem } from './types.ts';

const PROBLEMS = {
  empty: { zh: '公式为空', en: 'The formula is empty' },
  tooLong: { zh: '公式超过 {what} 个字符', en: 'The formula is longer than {what} characters' },
  tooDeep: { zh: '公式嵌套过深', en: 'The formula is nested too deeply' },
  bracketOpen: { zh: '变量缺少“]”', en: 'The variable has no “]”' },
  bracketEmpty: { zh: '“[]”中缺少变量编号', en: 'The variable number in “[]” is missing' },
  parenthesisOpen: { zh: '缺少“)”', en: 'A “)” is missing' },
  operandMissing: { zh: '“{what}”之后缺少值', en: 'A value is missing after “{what}”' },
  valueMissing: { zh: '此处缺少值', en: 'A value is missing here' },
  unexpected: { zh: '此处不应有“{what}”', en: 'Unexpected “{what}”' },
  operatorMissing: { zh: '两个值之间缺少运算符', en: 'An operator between two values is missing' },
  commaMissing: { zh: '参数之间缺少逗号', en: 'A comma between two arguments is missing' },
  text: { zh: '公式中不能有文本', en: 'A formula cannot contain text' },
  bareWord: {
    zh: '“{what}”不是数值；变量写作 [变量编号]',
    en: '“{what}” is not a number. Write a variable as [variable number].',
  },
  unknownFunction: {
    zh: '没有函数“{what}”；可用：min max abs round floor ceil sqrt pow if',
    en: 'Unknown function “{what}”. Available: min max abs round floor ceil sqrt pow if',
  },
  argumentCount: {
    zh: '“{what}”的参数个数不对',
    en: '“{what}” has the wrong number of arguments',
  },
  comparedTwice: {
    zh: '不能连续比较；请写作 1 < [x] && [x] < 5',
    en: 'Comparisons cannot be chained: write 1 < [x] && [x] < 5',
  },
} as const satisfies Record<string, Text>;

export type ProblemKey = keyof typeof PROBLEMS;

/** Thrown and caught inside the parser only. */
export class FormulaError extends Error {
  override name = 'FormulaError';
  readonly found: FormulaProblem;

  constructor(place: number, key: ProblemKey, what = '') {
    super(key);
    const { zh, en } = PROBLEMS[key];
    this.found = { at: place, problem: { zh: zh.replace('{what}', what), en: en.replace('{what}', what) } };
  }
}

/** Returns the problem for an English message of the parser. The beginning of the message identifies it. */
export function proseProblem(prose: string, place: number, text: string): FormulaError {
  const operator = /^Expected expression after (.+)$/.exec(prose)?.[1];
  if (operator) return new FormulaError(place, 'operandMissing', operator);
  if (prose.startsWith('Unclosed (') || prose.startsWith('Expected )'))
    return new FormulaError(place, 'parenthesisOpen');
  if (prose.startsWith('Unclosed quote')) return new FormulaError(place, 'text');
  if (place >= text.length || prose.startsWith('missing unaryOp'))
    return new FormulaError(place, 'valueMissing');
  return new FormulaError(place, 'unexpected', String.fromCodePoint(text.codePointAt(place) ?? 32));
}
