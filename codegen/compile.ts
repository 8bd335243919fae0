/** The texts of definitions become what is computed: here, and nowhere else. */
import {
  compileDefinition,
  hasTexts,
  type PlacedProblem,
  parseText,
  replaceTexts,
} from '../runtime/core/expressionText/index.ts';
import type { Definitions, Source } from './definition/definition.ts';
import { KINDS } from './load.ts';
import type { Problem } from './problem.ts';

interface Compiled {
  value: object;
  problems: readonly PlacedProblem[];
}

/** Definitions are replaced, never changed: each is compiled once. */
const compiledBefore = new WeakMap<object, Compiled>();

function compileOne(kind: string, written: object): Compiled {
  if (!hasTexts(kind)) return { value: written, problems: [] };
  const compiled = compiledBefore.get(written) ?? compileDefinition(kind, written);
  compiledBefore.set(written, compiled);
  return compiled;
}

/** The definition as everything reads it that runs. */
export const compileWritten = <D extends object>(kind: string, written: D): D =>
  compileOne(kind, written).value as D;

const FOLDERS = Object.entries(KINDS) as [keyof Definitions, string][];

/** All definitions as everything reads them that runs. */
export function compileDefinitions(written: Definitions): Definitions {
  const folders = FOLDERS.map(([folder, kind]) => {
    const sources: readonly Source<object>[] = written[folder];
    return [folder, sources.map(({ file, value }) => ({ file, value: compileWritten(kind, value) }))];
  });
  return Object.fromEntries(folders) as Definitions;
}

/** Finds the texts that mean nothing. */
export function textProblems(written: Definitions): Problem[] {
  return FOLDERS.flatMap(([folder, kind]) =>
    (written[folder] as readonly Source<object>[]).flatMap(({ file, value }) =>
      compileOne(kind, value).problems.map(({ pointer, at, text }) => {
        const { written: line, pointer: place } = findText(kind, value, pointer)!;
        return { file, pointer: place, message: text.en, zh: text.zh, expression: line, at };
      }),
    ),
  );
}

interface Place {
  pointer: string;
  written: string;
  /** The place in what the text became. */
  below: string;
}

/** The text of a definition in which a pointer ends. */
function findText(kind: string, written: object, pointer: string): Place | null {
  if (!hasTexts(kind)) return null;
  let found: Place | null = null;
  replaceTexts(kind, written, (text, _sort, at) => {
    const isAround = pointer === at || pointer.startsWith(`${at}/`);
    if (isAround && typeof text === 'string')
      found = { pointer: at, written: text, below: pointer.slice(at.length) };
    return text;
  });
  return found;
}

/** A problem of a roll-up names a field; any other names a part of the expression. */
function findCharacter({ written, below }: Place): number {
  const [, field] = /^\/properties\/(\w+)/.exec(below) ?? [];
  if (field !== undefined) return Math.max(written.search(new RegExp(`\\b${field}\\b`)), 0);
  const parsed = parseText(written);
  return 'placeOf' in parsed ? parsed.placeOf(below) : parsed.at;
}

/** Problems of what texts became, at their characters in the texts. */
export function placeProblems(written: Definitions, problems: readonly Problem[]): Problem[] {
  if (problems.length === 0) return [];
  const sources = new Map(
    FOLDERS.flatMap(([folder, kind]) =>
      (written[folder] as readonly Source<object>[]).map(
        ({ file, value }) => [file, { kind, value }] as const,
      ),
    ),
  );
  return problems.map((problem) => {
    const source = sources.get(problem.file);
    const place = source && findText(source.kind, source.value, problem.pointer);
    if (!place) return problem;
    return { ...problem, pointer: place.pointer, expression: place.written, at: findCharacter(place) };
  });
}
