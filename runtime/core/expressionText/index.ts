/** The expressions and conditions of definitions: people write text, and everything that runs reads what it became. */
import { compileText, keepText, textOf } from './compile.ts';
import { replaceTexts, type TextKind } from './places.ts';
import type { TextProblem } from './problems.ts';

export { compileText, logicOf, type Sort, textOf } from './compile.ts';
export { parseText } from './parse.ts';
export { hasTexts, replaceTexts, type TextKind } from './places.ts';
export { printText } from './print.ts';

export interface PlacedProblem extends TextProblem {
  pointer: string;
}

/** A definition with what its texts became; a text that is wrong is named, and asks nothing. */
export function compileDefinition<D>(kind: TextKind, written: D): { value: D; problems: PlacedProblem[] } {
  const problems: PlacedProblem[] = [];
  const value = replaceTexts(kind, written, (text, sort, pointer) => {
    if (typeof text !== 'string') return text;
    const compiled = compileText(text, sort);
    if ('value' in compiled) return compiled.value;
    problems.push({ ...compiled, pointer });
    return keepText(text);
  });
  return { value, problems };
}

/** A definition as people write it; the same text where nothing else was written in its place. */
export const printDefinition = <D>(kind: TextKind, compiled: D): D =>
  replaceTexts(kind, compiled, (value, sort) => textOf(value, sort));
