/** The expressions and conditions of definitions. Authors write text. The program evaluates the compiled form. */
import { type CommonFields, commonName, completeNode } from './commonField.ts';
import { compileText, keepText, textOf } from './compile.ts';
import { type Replace, replaceTexts, type TextKind } from './places.ts';
import type { TextProblem } from './problems.ts';

export type { CommonFields } from './commonField.ts';
export { compileText, logicOf, type Sort, textOf } from './compile.ts';
export { parseText } from './parse.ts';
export { hasTexts, replaceTexts, type TextKind } from './places.ts';
export { printText } from './print.ts';

const NO_FIELDS: CommonFields = new Map();

export interface PlacedProblem extends TextProblem {
  pointer: string;
}

export interface LostReference {
  pointer: string;
  name: string;
}

export interface CompiledDefinition<D> {
  value: D;
  problems: PlacedProblem[];
  /** References to common fields that do not exist. */
  lost: LostReference[];
}

/** The original fields by compiled field. */
const writtenFields = new WeakMap<object, object>();

/**
 * Returns a definition with compiled texts and with its common fields merged. Invalid texts are reported and have no
 * effect.
 */
export function compileDefinition<D>(
  kind: TextKind,
  written: D,
  fields: CommonFields = NO_FIELDS,
): CompiledDefinition<D> {
  const problems: PlacedProblem[] = [];
  const lost = new Map<string, string>();
  const compile: Replace = (text, sort, pointer) => {
    if (typeof text !== 'string') return text;
    const compiled = compileText(text, sort);
    if ('value' in compiled) return compiled.value;
    problems.push({ ...compiled, pointer });
    return keepText(text);
  };
  const value = replaceTexts(kind, written, compile, {
    open(field, pointer, around) {
      const complete = completeNode(field, fields, around);
      if (!complete) lost.set(`${pointer}/$ref`, commonName(field) ?? '');
      return { field: complete ?? field };
    },
    close: (copy, field) => void writtenFields.set(copy, field),
  });
  return { value, problems, lost: Array.from(lost, ([pointer, name]) => ({ pointer, name })) };
}

/** Returns a definition in the authors' form. Unchanged fields and texts keep their original form. */
export const printDefinition = <D>(kind: TextKind, compiled: D): D =>
  replaceTexts(kind, compiled, (value, sort) => textOf(value, sort), {
    open(field) {
      const copy = writtenFields.get(field);
      return copy ? { copy } : { field };
    },
    close: () => undefined,
  });
