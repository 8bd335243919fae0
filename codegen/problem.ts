import { keywordText } from '../runtime/core/text/keywordText.ts';
import { nearest } from '../runtime/core/text/near.ts';
import { MESSAGES, type MessageKey } from './messages/messages.ts';

/** Describes a mistake in a definition and how to correct it. */
export interface Problem {
  /** Path of the file, relative to the project's root. */
  file: string;
  /** JSON pointer to the place in the file; empty for the whole file. */
  pointer: string;
  /** A sentence that explains what to write instead. */
  message: string;
  /** The same in Chinese. */
  zh: string;
  /** The text with the mistake, and the position of the wrong character. */
  expression?: string;
  at?: number;
}

interface Both {
  en: string;
  zh: string;
  /** The wrong keyword as it is written. It is absent if there is none. */
  word?: string;
}

const isBoth = (value: unknown): value is Both =>
  typeof value === 'object' && value !== null && 'en' in value;

const fill = (text: string, lang: 'en' | 'zh', params: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    return isBoth(value) ? value[lang] : String(value);
  });

export function problemOf(
  file: string,
  pointer: string,
  key: MessageKey,
  params: Readonly<Record<string, unknown>> = {},
): Problem {
  const { en, zh } = MESSAGES[key];
  const { known } = params;
  const all = { word: (isBoth(known) && known.word) || '–', ...params };
  return { file, pointer, message: fill(en, 'en', all), zh: fill(zh, 'zh', all) };
}

/** Returns the sentence that forms and server use too, about the last name of the pointer. Null if there is none. */
export function keywordProblem(
  file: string,
  pointer: string,
  keyword: string,
  limit?: unknown,
): Problem | null {
  const last = pointer.split('/').at(-1);
  const name = last ? { zh: `“${last}”`, en: `"${last}"` } : { zh: '定义', en: 'the definition' };
  const text = keywordText(keyword, name, limit);
  return text && { file, pointer, message: text.en, zh: text.zh };
}

/** The maximum number of names in a message. */
const MANY = 40;

/** Returns the correction of an unknown name: the one that was probably meant, or all known names. */
export function choice(word: unknown, words: readonly unknown[]): Both {
  const near = typeof word === 'string' ? nearest(word, words.map(String)) : null;
  const written = word === undefined ? {} : { word: JSON.stringify(word) };
  if (near) return { en: JSON.stringify(near), zh: JSON.stringify(near), ...written };
  const shown = words.slice(0, MANY).map(String).join(', ');
  const all = words.length > MANY ? `${shown}, …` : shown;
  return words.length === 0
    ? { en: 'nothing, there is none', zh: '（暂无可用项）', ...written }
    : { en: words.length === 1 ? all : `one of ${all}`, zh: all, ...written };
}

/** Keeps one of the problems with the same message at one place. */
export const dropRepeated = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values(),
];

/** Escapes a name as part of a JSON pointer. */
export const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Stops the codegen with every problem found, each with its file and JSON pointer. */
export class DefinitionError extends Error {
  readonly problems: Problem[];
  constructor(problems: Problem[]) {
    super(problems.map(problemLine).join('\n'));
    this.name = 'DefinitionError';
    this.problems = problems;
  }
}

/**
 * Formats a problem: `schemas/entities/order.json#/schema/properties/net/x-computed:9: …`. A problem within a text
 * also has the column, and below it the text with a caret.
 */
export function problemLine({ file, pointer, message, expression, at }: Problem): string {
  if (expression === undefined || at === undefined) return `${file}#${pointer}: ${message}`;
  const shown = expression.replaceAll(/\s/g, ' ');
  return `${file}#${pointer}:${at + 1}: ${message}\n  ${shown}\n  ${' '.repeat(at)}^`;
}
