import { MESSAGES, type MessageKey } from './messages.ts';

/** What is wrong with a definition, and what to write instead. */
export interface Problem {
  /** Path of the file, relative to the project's root. */
  file: string;
  /** JSON pointer to the place in the file; empty for the whole file. */
  pointer: string;
  /** A sentence that says what to write instead. */
  message: string;
  /** The same in Chinese, where somebody may read it on a screen. */
  zh?: string;
}

const fill = (text: string, params: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

export function problemOf(
  file: string,
  pointer: string,
  key: MessageKey,
  params: Readonly<Record<string, unknown>> = {},
): Problem {
  const { en, zh } = MESSAGES[key];
  return { file, pointer, message: fill(en, params), zh: fill(zh, params) };
}

/** Stops the codegen with every problem found, each with its file and JSON pointer. */
export class DefinitionError extends Error {
  readonly problems: Problem[];
  constructor(problems: Problem[]) {
    super(problems.map(problemLine).join('\n'));
    this.name = 'DefinitionError';
    this.problems = problems;
  }
}

/** `schemas/widgets/gauge.json#/config/properties/name: …` */
export function problemLine(problem: Problem): string {
  return `${problem.file}#${problem.pointer}: ${problem.message}`;
}
