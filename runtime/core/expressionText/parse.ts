/** Parses a text to an expression with the position of each part, or returns the error and its position. Pure. */
import { FUNCTIONS, isLineFunction, ORDERED } from './functions.ts';
import { readPath, splitPath } from './paths.ts';
import { TextError, type TextProblem } from './problems.ts';
import { readTokens, type Token } from './tokens.ts';

const MAX_TEXT = 2_000;
const MAX_DEPTH = 60;

interface Node {
  value: unknown;
  at: number;
  /** The parts of the node, by JSON pointer in its value. */
  below: readonly (readonly [pointer: string, node: Node])[];
  /** The path of a single name without a comparison. */
  path?: string;
  /** The field of the lines of a computed list. */
  field?: string;
  enclosed?: boolean;
}

export interface Parsed {
  value: unknown;
  /** Returns the index of the first character of a part. */
  placeOf(pointer: string): number;
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
const leaf = (value: unknown, at: number): Node => ({ value, at, below: [] });

/** A list with the name of a field of its lines. */
interface Picked {
  list: Node;
  name: string;
}

function plain(node: Node): Node {
  if (node.field !== undefined) throw new TextError(node.at, 'listField', node.field);
  return node;
}

function operation(operator: string, operands: readonly Node[], at: number): Node {
  const key = escaped(operator);
  return {
    value: { [operator]: operands.map((operand) => plain(operand).value) },
    at,
    below: operands.map((operand, index) => [`/${key}/${index}`, operand] as const),
  };
}

const variable = (path: string, at: number): Node => ({ ...leaf({ var: path }, at), path });

/** The operators by precedence, the lowest first. */
const LEVELS: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['not'],
  ['=', '!=', '<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
];
const NOT_LEVEL = 2;
const COMPARING_LEVEL = 3;
/** Operators with any number of operands. */
const JOINING = ['or', 'and', '+', '*'];

/** Operands of the same operator. */
interface Joined {
  operator: string;
  operands: readonly Node[];
  at: number;
}

class Reader {
  private readonly tokens: Token[];
  private next = 0;
  private depth = 0;

  constructor(text: string) {
    this.tokens = readTokens(text);
  }

  private peek(): Token {
    return this.tokens[this.next]!;
  }

  private take(): Token {
    const token = this.peek();
    if (token.sort !== 'end') this.next += 1;
    return token;
  }

  private sees(...values: readonly string[]): boolean {
    const { sort, value } = this.peek();
    return (sort === 'sign' || sort === 'word') && values.includes(value);
  }

  private close(sign: string): void {
    const { at } = this.peek();
    if (!this.sees(sign)) throw new TextError(at, this.startsValue() ? 'operatorMissing' : 'closing', sign);
    this.take();
  }

  private startsValue(): boolean {
    const { sort } = this.peek();
    return sort === 'number' || sort === 'text' || sort === 'path';
  }

  readAll(): Node {
    const node = plain(this.readLevel(0));
    const { sort, value, at } = this.peek();
    if (sort !== 'end') throw new TextError(at, this.startsValue() ? 'operatorMissing' : 'character', value);
    return node;
  }

  private readLevel(level: number): Node {
    if (level === LEVELS.length) return this.readSigned();
    if (level === NOT_LEVEL) return this.readNot();
    if (level === COMPARING_LEVEL) return this.readComparison();
    let left = this.readLevel(level + 1);
    let joined: Joined = { operator: '', operands: [], at: 0 };
    while (this.sees(...LEVELS[level]!)) {
      const { value: operator, at } = this.take();
      const right = this.readLevel(level + 1);
      const goesOn = joined.operator === operator && JOINING.includes(operator);
      joined = goesOn
        ? { ...joined, operands: [...joined.operands, right] }
        : { operator, operands: [left, right], at };
      left = operation(operator, joined.operands, joined.at);
    }
    return left;
  }

  private readNot(): Node {
    if (!this.sees('not')) return this.readLevel(COMPARING_LEVEL);
    const { at } = this.take();
    this.enter(at);
    const node = operation('!', [this.readNot()], at);
    this.depth -= 1;
    return node;
  }

  private readComparison(): Node {
    const operators = LEVELS[COMPARING_LEVEL]!;
    const left = this.readLevel(COMPARING_LEVEL + 1);
    if (!this.sees(...operators)) return left;
    const { value: sign, at } = this.take();
    const operands = [left, this.readLevel(COMPARING_LEVEL + 1)];
    if (ORDERED.includes(sign) && this.sees(sign)) {
      this.take();
      operands.push(this.readLevel(COMPARING_LEVEL + 1));
    }
    if (this.sees(...operators)) throw new TextError(this.peek().at, 'comparedTwice');
    return operation(sign === '=' ? '==' : sign, operands, at);
  }

  private readSigned(): Node {
    if (!this.sees('-')) return this.readField();
    const { at } = this.take();
    this.enter(at);
    const operand = this.readSigned();
    this.depth -= 1;
    const isFigure = typeof operand.value === 'number' && !operand.enclosed && operand.value >= 0;
    return isFigure ? leaf(-(operand.value as number), at) : operation('-', [operand], at);
  }

  /** Parses the field of a computed list, as in `filter(lines, open).net`. */
  private readField(): Node {
    const node = this.readValue();
    if (!this.sees('.')) return node;
    this.take();
    const { sort, value, at } = this.take();
    if (sort !== 'path' || value.includes('.')) throw new TextError(at, 'valueMissing');
    return { ...node, field: readPath(value) };
  }

  private enter(at: number): void {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new TextError(at, 'tooDeep');
  }

  private readValue(): Node {
    const token = this.take();
    const { sort, value, at } = token;
    if (sort === 'number') return leaf(Number(value), at);
    if (sort === 'text') return leaf(value, at);
    if (sort === 'path') return this.sees('(') ? this.readCall(token) : variable(readPath(value), at);
    if (sort === 'word' && (value === 'true' || value === 'false')) return leaf(value === 'true', at);
    if (sort === 'word' && value === 'null') return leaf(null, at);
    if (sort === 'sign' && (value === '(' || value === '[')) return this.readEnclosed(token);
    throw new TextError(at, 'valueMissing');
  }

  private readEnclosed({ value, at }: Token): Node {
    this.enter(at);
    if (value === '[') {
      const items = this.readItems(']').map(plain);
      this.depth -= 1;
      const below = items.map((item, index) => [`/${index}`, item] as const);
      return { value: items.map((item) => item.value), at, below };
    }
    const { path: _, ...node } = plain(this.readLevel(0));
    this.close(')');
    this.depth -= 1;
    return { ...node, enclosed: true };
  }

  private readItems(closing: string): Node[] {
    const items: Node[] = [];
    while (!this.sees(closing)) {
      if (items.length > 0) {
        if (!this.sees(',')) this.close(closing);
        this.take();
      }
      items.push(this.readLevel(0));
    }
    this.take();
    return items;
  }

  private readCall({ value: name, at }: Token): Node {
    this.take();
    if (!FUNCTIONS.includes(name)) throw new TextError(at, 'unknownFunction', name, FUNCTIONS);
    this.enter(at);
    const args = this.readItems(')');
    this.depth -= 1;
    return makeCall(name, args, at);
  }
}

/** Parses `lines.net` as the field of each line. Undefined for a single value. */
function picked(node: Node | undefined): Picked | undefined {
  if (!node) return undefined;
  if (node.field !== undefined) {
    const { field, ...list } = node;
    return { list, name: field };
  }
  const parts = node.path === undefined ? null : splitPath(node.path);
  return parts ? { list: variable(parts.list, node.at), name: parts.name } : undefined;
}

const isFixed = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isFixed) : typeof value !== 'object' || value === null;

function makeCall(name: string, args: readonly Node[], at: number): Node {
  const [first, second, ...others] = args;
  if (name === 'filled') return operation('!!', args, at);
  if (name === 'default') {
    const isNamed = first?.path !== undefined && second && args.length === 2;
    return isNamed && isFixed(second.value)
      ? leaf({ var: [first.path, second.value] }, at)
      : operation('??', args, at);
  }
  if (isLineFunction(name) && args.length === 1) {
    const lines = picked(first);
    if (lines) return operation(name, [lines.list, leaf(lines.name, lines.list.at)], at);
  }
  if (name === 'allocate' || name === 'split') {
    const lines = picked(second);
    if (first && lines) return operation(name, [first, lines.list, leaf(lines.name, at), ...others], at);
  }
  return operation(name, args, at);
}

/** Returns the innermost part of the pointer with a known position. */
function findPlace(node: Node, pointer: string): number {
  const part = node.below.find(([place]) => pointer === place || pointer.startsWith(`${place}/`));
  return part ? findPlace(part[1], pointer.slice(part[0].length)) : node.at;
}

/** Parses a text. Throws `TextError`. */
export function readText(text: string): Parsed {
  if (text.trim() === '') throw new TextError(0, 'empty');
  if (text.length > MAX_TEXT) throw new TextError(MAX_TEXT, 'tooLong', String(MAX_TEXT));
  const node = new Reader(text).readAll();
  return { value: node.value, placeOf: (pointer) => findPlace(node, pointer) };
}

export function parseText(text: string): Parsed | TextProblem {
  try {
    return readText(text);
  } catch (error) {
    if (error instanceof TextError) return error.found;
    throw error;
  }
}
