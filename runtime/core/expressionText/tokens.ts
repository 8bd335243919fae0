/** Splits the text of an expression into tokens. Pure. */
import { TextError } from './problems.ts';

export type TokenSort = 'number' | 'text' | 'path' | 'word' | 'sign' | 'end';

export interface Token {
  sort: TokenSort;
  /** The sign or word, or the content of a quoted text. */
  value: string;
  at: number;
}

/** Reserved words. A field with such a name needs backticks. */
export const WORDS = ['and', 'or', 'not', 'in', 'true', 'false', 'null'] as const;
const isWord = (name: string): boolean => WORDS.some((word) => word === name);

/** Operators of other languages with the same meaning. */
const ALIENS: Readonly<Record<string, string>> = {
  '==': '=',
  '===': '=',
  '!==': '!=',
  '<>': '!=',
  '&&': 'and',
  '||': 'or',
  '!': 'not',
  '"': "'",
  '“': "'",
  '‘': "'",
  '（': '(',
  '）': ')',
  '，': ',',
};

const PART = '(?:[A-Za-z_][A-Za-z0-9_]*|`[^`]+`)';
const PATTERNS: readonly (readonly [TokenSort | 'blank' | 'alien', RegExp])[] = [
  ['blank', /\s+/y],
  ['number', /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y],
  ['text', /'(?:[^']|'')*'/y],
  ['path', new RegExp(`\\$?${PART}(?:\\.(?:\\$?${PART}|\\d+))*`, 'y')],
  ['alien', /===|!==|==|<>|&&|\|\||!(?!=)|["“‘（），]/y],
  ['sign', /<=|>=|!=|[=<>+\-*/%(),.[\]]/y],
];

export const unquoted = (text: string): string => text.slice(1, -1).replaceAll("''", "'");
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function readToken(text: string, at: number): { sort: TokenSort | 'blank' | 'alien'; found: string } {
  for (const [sort, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return { sort, found };
  }
  throw new TextError(at, text[at] === "'" ? 'quoteOpen' : 'character', text[at]);
}

export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const { sort, found } = readToken(text, at);
    if (sort === 'alien') throw new TextError(at, 'instead', found, [ALIENS[found] ?? '']);
    if (sort === 'text') tokens.push({ sort, value: unquoted(found), at });
    else if (sort !== 'blank')
      tokens.push({ sort: sort === 'path' && isWord(found) ? 'word' : sort, value: found, at });
    at += found.length;
  }
  return [...tokens, { sort: 'end', value: '', at: text.length }];
}
