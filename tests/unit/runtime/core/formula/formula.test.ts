import { expect, test } from 'vitest';
import {
  type Formula,
  formulaValue,
  formulaVariables,
  isFormulaProblem,
  parseFormula,
} from '../../../../../runtime/core/formula/index.ts';
import { MAX_FORMULA } from '../../../../../runtime/core/formula/parse.ts';

function formula(text: string): Formula {
  const parsed = parseFormula(text);
  if (isFormulaProblem(parsed)) throw new Error(`${text}: ${parsed.problem.en} at ${parsed.at}`);
  return parsed;
}

function value(text: string, values: Record<string, number | null> = {}): number | null {
  return formulaValue(formula(text), new Map(Object.entries(values)));
}

test.each<[string, number | null]>([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['10 - 4 - 3', 3],
  ['2 * -3', -6],
  ['- 2 + 5', 3],
  ['7 % 4', 3],
  ['1e3 / 4', 250],
  ['.5 * 4', 2],
  ['3 > 2', 1],
  ['3 <= 2', 0],
  ['1 + 1 == 2 && 3 != 4', 1],
  ['1 > 2 || !0', 1],
  ['1 > 2 ? 10 : 20', 20],
  ['if(2 > 1, 10, 20)', 10],
  ['min(3, 1, 2)', 1],
  ['max(3, 1, 2) + abs(-4)', 7],
  ['round(2.5)', 3],
  ['round(-2.5)', -3],
  ['round(1.005, 2)', 1.01],
  ['round(1234.5, -2)', 1200],
  ['floor(-1.5) + ceil(1.2)', 0],
  ['sqrt(16) + pow(2, 10)', 1028],
  ['MAX(1, 2)', 2],
  ['（1 ＋ 2）×3 ÷ 9', 1],
  ['0 * -1', 0],
])('%s is %s', (text, expected) => expect(value(text)).toBe(expected));

test('variables are in square brackets, whatever characters their numbers contain', () => {
  const text = '[BMS1-power] + [光伏:1号（总）] * [a]]b] - [BMS1-power] / [ x ]';
  expect(formulaVariables(formula(text))).toEqual(['BMS1-power', '光伏:1号（总）', 'a]b', 'x']);
  expect(value(text, { 'BMS1-power': 8, '光伏:1号（总）': 2, 'a]b': 5, x: 4 })).toBe(16);
});

test('null input results in null; a branch that is not used does not count', () => {
  expect(value('[a] + 1', { a: null })).toBeNull();
  expect(value('[a] + 1')).toBeNull();
  expect(value('max([a], 1)', { a: null })).toBeNull();
  expect(value('[a] > 0 || 1', { a: null })).toBeNull();
  expect(value('if([a] > 0, [a], [b])', { a: 2, b: null })).toBe(2);
  expect(value('if([a] > 0, [a], [b])', { a: -2, b: null })).toBeNull();
  expect(value('if([b], 1, 1)', { b: null })).toBeNull();
});

test.each(['1 / 0', '0 / 0', '5 % 0', 'sqrt(-1)', 'pow(10, 999)', 'round(1, 0.5)', '1 + 1 / 0'])(
  '%s is unknown, no number that is none',
  (text) => expect(value(text)).toBeNull(),
);

test.each<[string, number, string]>([
  ['', 0, 'The formula is empty'],
  ['  ', 0, 'The formula is empty'],
  ['()', 0, 'A value is missing here'],
  ['[a] +', 5, 'A value is missing after “+”'],
  ['2 * (3 + 4', 10, 'A “)” is missing'],
  ['2 * 3)', 5, 'Unexpected “)”'],
  ['[a', 0, 'The variable has no “]”'],
  ['1 + []', 4, 'The variable number in “[]” is missing'],
  ['[a] [b]', 4, 'An operator between two values is missing'],
  ['[a] 2', 4, 'An operator between two values is missing'],
  ['(1 2)', 3, 'An operator between two values is missing'],
  ['2 (3)', 2, 'An operator between two values is missing'],
  ['power * 2', 0, '“power” is not a number. Write a variable as [variable number].'],
  ['1 + true', 4, '“true” is not a number. Write a variable as [variable number].'],
  ['1 + this', 4, '“this” is not a number. Write a variable as [variable number].'],
  ['1 + "a"', 4, 'A formula cannot contain text'],
  ['1 + log(2)', 4, 'Unknown function “log”. Available: min max abs round floor ceil sqrt pow if'],
  [
    'constructor(1)',
    0,
    'Unknown function “constructor”. Available: min max abs round floor ceil sqrt pow if',
  ],
  ['1 + pow(2)', 4, '“pow” has the wrong number of arguments'],
  ['if(1, 2)', 0, '“if” has the wrong number of arguments'],
  ['max()', 0, '“max” has the wrong number of arguments'],
  ['max(1 2)', 6, 'A comma between two arguments is missing'],
  ['max(1, 2,)', 8, 'Unexpected “,”'],
  ['1, 2', 1, 'Unexpected “,”'],
  ['1; 2', 1, 'Unexpected “;”'],
  ['1 & 2', 2, 'Unexpected “&”'],
  ['2 ^ 3', 2, 'Unexpected “^”'],
  ['2 ** 3', 3, 'A value is missing after “*”'],
  ['[a] = 3', 4, 'Unexpected “=”'],
  ['[a] === 3', 6, 'A value is missing after “==”'],
  ['1 < [a] < 5', 10, 'Comparisons cannot be chained: write 1 < [x] && [x] < 5'],
  ['[a].b', 4, 'Unexpected “b”'],
  ['1..2', 2, 'Unexpected “.”'],
  ['1e999', 0, 'Unexpected “1e999”'],
  ['1 ? 2', 5, 'A value is missing here'],
])('“%s” is refused at %i: %s', (text, at, en) => {
  const parsed = parseFormula(text);
  expect(parsed).toMatchObject({ problem: { en } });
  expect(parsed).toMatchObject({ at });
  expect((parsed as { problem: { zh: string } }).problem.zh).toMatch(/[\u4e00-\u9fff]/);
});

test('a too long or too deep formula is refused', () => {
  expect(parseFormula(`1${'+1'.repeat(MAX_FORMULA)}`)).toMatchObject({
    problem: { en: 'The formula is longer than 1000 characters' },
  });
  const deep = `${'-'.repeat(400)}1`;
  expect(parseFormula(deep)).toMatchObject({ problem: { en: 'The formula is nested too deeply' } });
});
