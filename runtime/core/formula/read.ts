/**
 * Parses the text of a formula with jsep to a syntax tree with positions. Syntax outside of our language is rejected.
 */
import jsep from 'jsep';
import { FormulaError, proseProblem } from './problems.ts';

/** A node of the tree. `at` is missing on the result of a binary operator, which begins with its left operand. */
export type Expression = jsep.Expression & { at?: number };

const ALLOWED_BINARY = new Set(['+', '-', '*', '/', '%', '<', '<=', '>', '>=', '==', '!=', '&&', '||']);
const ALLOWED_UNARY = new Set(['+', '-', '!']);

for (const name of Object.keys(jsep.binary_ops)) if (!ALLOWED_BINARY.has(name)) jsep.removeBinaryOp(name);
for (const name of Object.keys(jsep.unary_ops)) if (!ALLOWED_UNARY.has(name)) jsep.removeUnaryOp(name);
jsep.removeAllLiterals();

/** Chinese full-width characters for the same signs. Each is one character, so positions do not change. */
const ALIKE: Record<string, string> = {
  '（': '(',
  '）': ')',
  '，': ',',
  '＋': '+',
  '－': '-',
  '−': '-',
  '×': '*',
  '＊': '*',
  '÷': '/',
  '／': '/',
  '＜': '<',
  '＞': '>',
  '＝': '=',
  '！': '!',
  '？': '?',
  '：': ':',
  '　': ' ',
};

/**
 * The start of the token that each parser reads. The hook calls `gobbleToken`, which calls the hook again at the same
 * start; that call is ignored.
 */
const begun = new WeakMap<object, number>();

function readVariable(scope: jsep.HookScope): Expression {
  const start = scope.index;
  let sn = '';
  for (let index = start + 1; index < scope.expr.length; index += 1) {
    const char = scope.expr[index]!;
    const isEscaped = char === ']' && scope.expr[index + 1] === ']';
    if (char === ']' && !isEscaped) {
      scope.index = index + 1;
      if (sn.trim() === '') throw new FormulaError(start, 'bracketEmpty');
      return { type: 'Variable', sn: sn.trim(), at: start };
    }
    sn += char;
    if (isEscaped) index += 1;
  }
  throw new FormulaError(start, 'bracketOpen');
}

jsep.hooks.add('gobble-token', function placeToken(env) {
  if (this.char === '[') {
    env.node = readVariable(this);
    return;
  }
  const start = this.index;
  if (begun.get(this) === start) return;
  begun.set(this, start);
  const node = this.gobbleToken();
  if (node) env.node = { ...node, at: start };
});

/** `plain`: the text with the signs of jsep. `masked`: the same text with blanked variables. */
export function signsPlain(text: string): { plain: string; masked: string } {
  let plain = '';
  let masked = '';
  for (let index = 0; index < text.length; ) {
    const variable = text[index] === '[' ? /^\[(?:[^\]]|\]\])*\]?/.exec(text.slice(index))![0] : '';
    const part = variable || (ALIKE[text[index]!] ?? text[index]!);
    plain += part;
    masked += variable ? 'v'.repeat(variable.length) : part;
    index += part.length;
  }
  return { plain, masked };
}

/** Rejects separators that jsep ignores. */
function checkSeparators(masked: string): void {
  let depth = 0;
  for (let index = 0; index < masked.length; index += 1) {
    const char = masked[index]!;
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    const next = /^,\s*(.?)/s.exec(masked.slice(index))?.[1];
    if (char === ';' || (char === ',' && (depth < 1 || next === ')' || next === ',')))
      throw new FormulaError(index, 'unexpected', char);
  }
}

interface JsepError extends Error {
  index: number;
  description: string;
}

const isJsepError = (error: unknown): error is JsepError =>
  error instanceof Error && 'index' in error && 'description' in error;

/** Reads an expression. Throws `FormulaError`. */
export function readExpression(text: string): { expression: Expression; masked: string } {
  const { plain, masked } = signsPlain(text);
  checkSeparators(masked);
  try {
    return { expression: jsep(plain) as Expression, masked };
  } catch (error) {
    if (isJsepError(error)) throw proseProblem(error.description, error.index, text);
    throw error;
  }
}
