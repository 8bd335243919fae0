/** Parses a text to a formula, or returns the error and its position. Pure. */
import { functionOf, isFunctionName } from './functions.ts';
import { FormulaError } from './problems.ts';
import { type Expression, readExpression } from './read.ts';
import type { BinaryOperator, Formula, FormulaNode, FormulaProblem, UnaryOperator } from './types.ts';

export const MAX_FORMULA = 1_000;
const MAX_DEPTH = 100;
const ORDERED = new Set(['<', '<=', '>', '>=']);
const IF_ARGUMENTS = 3;

const child = (node: Expression, name: string): Expression => node[name] as Expression;
const children = (node: Expression, name: string): Expression[] => node[name] as Expression[];

function placeOf(node: Expression): number {
  if (node.at !== undefined) return node.at;
  return node.type === 'ConditionalExpression' ? placeOf(child(node, 'test')) : placeOf(child(node, 'left'));
}

const isOrdered = (node: Expression): boolean =>
  node.type === 'BinaryExpression' && ORDERED.has(node.operator as string);

/** Checks that `masked` has a comma before every further argument, because jsep also accepts spaces. */
function checkCommas(args: readonly Expression[], masked: string): void {
  for (const arg of args.slice(1)) {
    const place = placeOf(arg);
    if (!/,\s*$/.test(masked.slice(0, place))) throw new FormulaError(place, 'commaMissing');
  }
}

interface Reader {
  masked: string;
  variables: Set<string>;
}

function buildCall(node: Expression, reader: Reader, depth: number): FormulaNode {
  const callee = child(node, 'callee');
  const args = children(node, 'arguments');
  const place = placeOf(node);
  if (callee.type !== 'Identifier') throw new FormulaError(place, 'operatorMissing');
  const name = String(callee.name).toLowerCase();
  if (name !== 'if' && !isFunctionName(name))
    throw new FormulaError(place, 'unknownFunction', String(callee.name));
  checkCommas(args, reader.masked);
  const built = args.map((arg) => buildNode(arg, reader, depth));
  if (name === 'if') {
    if (built.length !== IF_ARGUMENTS) throw new FormulaError(place, 'argumentCount', name);
    return { type: 'if', test: built[0]!, yes: built[1]!, no: built[2]! };
  }
  const { least, most } = functionOf(name);
  if (built.length < least || built.length > most) throw new FormulaError(place, 'argumentCount', name);
  return { type: 'call', name, args: built };
}

function buildLiteral(node: Expression): FormulaNode {
  if (typeof node.value !== 'number') throw new FormulaError(placeOf(node), 'text');
  if (!Number.isFinite(node.value)) throw new FormulaError(placeOf(node), 'unexpected', String(node.raw));
  return { type: 'number', value: node.value };
}

function buildNode(node: Expression, reader: Reader, above: number): FormulaNode {
  const depth = above + 1;
  if (depth > MAX_DEPTH) throw new FormulaError(placeOf(node), 'tooDeep');
  const build = (name: string): FormulaNode => buildNode(child(node, name), reader, depth);
  switch (node.type) {
    case 'Literal':
      return buildLiteral(node);
    case 'Variable':
      reader.variables.add(String(node.sn));
      return { type: 'variable', sn: String(node.sn) };
    case 'UnaryExpression':
      return { type: 'unary', operator: node.operator as UnaryOperator, argument: build('argument') };
    case 'BinaryExpression':
      if (isOrdered(node) && isOrdered(child(node, 'left')))
        throw new FormulaError(placeOf(child(node, 'right')), 'comparedTwice');
      return {
        type: 'binary',
        operator: node.operator as BinaryOperator,
        left: build('left'),
        right: build('right'),
      };
    case 'ConditionalExpression':
      return { type: 'if', test: build('test'), yes: build('consequent'), no: build('alternate') };
    case 'CallExpression':
      return buildCall(node, reader, depth);
    case 'Compound':
    case 'SequenceExpression': {
      const [, second] = children(node, node.type === 'Compound' ? 'body' : 'expressions');
      if (!second) throw new FormulaError(0, 'valueMissing');
      throw new FormulaError(placeOf(second), 'operatorMissing');
    }
    case 'MemberExpression':
      throw new FormulaError(placeOf(node), 'operatorMissing');
    default:
      throw new FormulaError(placeOf(node), 'bareWord', String(node.name ?? 'this'));
  }
}

/**
 * Parses a formula such as `[BMS1-power] * 2`. It contains numbers, variables by sn in square brackets (a `]` inside is
 * written `]]`), and `+ - * / %`. It may also contain comparisons, `&& || !`, `a ? b : c`, and the functions of
 * `FUNCTIONS` and `if`.
 */
export function parseFormula(text: string): Formula | FormulaProblem {
  const reader: Reader = { masked: '', variables: new Set() };
  try {
    if (text.trim() === '') throw new FormulaError(0, 'empty');
    if (text.length > MAX_FORMULA) throw new FormulaError(MAX_FORMULA, 'tooLong', String(MAX_FORMULA));
    const { expression, masked } = readExpression(text);
    reader.masked = masked;
    return { node: buildNode(expression, reader, 0), variables: [...reader.variables] };
  } catch (error) {
    if (error instanceof FormulaError) return error.found;
    if (error instanceof RangeError) return new FormulaError(0, 'tooDeep').found;
    throw error;
  }
}

export const isFormulaProblem = (parsed: Formula | FormulaProblem): parsed is FormulaProblem =>
  'problem' in parsed;

export const formulaVariables = ({ variables }: Formula): readonly string[] => variables;
