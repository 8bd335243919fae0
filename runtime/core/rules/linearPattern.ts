/**
 * Compiles user-defined patterns for an engine with linear run time. Their meaning is that of `new RegExp(pattern,
 * 'u')` in a browser. Patterns that the engine does not support (lookahead, lookbehind, back references) are rejected.
 */
import { RE2JS } from 're2js';

export interface LinearPattern {
  test(text: string): boolean;
  toString(): string;
}

const MAX_LENGTH = 300;
/** Maximum size of the compiled pattern, in steps per character. */
const MAX_PROGRAM = 2_000;

const SPACE =
  '\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const NO_SPACE = [
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}',
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}',
].join('');
const ANY = '[^\\x{a}\\x{d}\\x{2028}\\x{2029}]';

/** Matches an escape, or any other character. */
const PARTS = /\\[\s\S]|[\s\S]/g;
const EMPTY_CLASS = /^\[\^?\]/;

/** Replaces `\s` and similar classes, because RE2 includes fewer characters than JavaScript. */
function translatePattern(pattern: string): string {
  let isInside = false;
  return pattern.replace(PARTS, (part, place: number) => {
    if (part === '\\s') return isInside ? SPACE : `[${SPACE}]`;
    if (part === '\\S') return isInside ? NO_SPACE : `[${NO_SPACE}]`;
    if (part === '.' && !isInside) return ANY;
    if (part === '[' && !isInside) {
      if (EMPTY_CLASS.test(pattern.slice(place, place + 3)))
        throw new SyntaxError('an empty class matches nothing');
      isInside = true;
    } else if (part === ']') isInside = false;
    return part;
  });
}

const compiled = new Map<string, LinearPattern>();
const MAX_COMPILED = 2_000;

/** Compiles a pattern. Throws if the pattern is invalid or unsupported. */
export function compilePattern(pattern: string): LinearPattern {
  const knownPattern = compiled.get(pattern);
  if (knownPattern) return knownPattern;
  // The pattern must also be valid in a browser.
  new RegExp(pattern, 'u');
  const engine = RE2JS.compile(RE2JS.translateRegExp(translatePattern(pattern)));
  const made = {
    test: (text: string) => engine.test(text),
    toString: () => pattern,
    size: engine.programSize(),
  };
  if (made.size > MAX_PROGRAM)
    throw new SyntaxError(`it repeats too much: ${made.size} steps, ${MAX_PROGRAM} at most`);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(pattern, made);
  return made;
}

/** Returns why a pattern is invalid. Null for a valid pattern. */
export function findPatternFault(pattern: string): string | null {
  if (pattern.length > MAX_LENGTH) return `> ${MAX_LENGTH}`;
  try {
    compilePattern(pattern);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
