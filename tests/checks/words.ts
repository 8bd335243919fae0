/**
 * The glossary has one word for each thing, and lists words that must not be used for it. Documents, comments and the
 * texts of the interface must follow the glossary, unless a word has another meaning there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GLOSSARY = 'docs/glossary.md';

/**
 * Words of the glossary's column "not" that are still allowed, because they mean something else in most
 * places. For example, a row is also a line of a table on screen. All other words of that column are refused.
 */
const AMBIGUOUS = new Set(
  `account, action, archive, asset, attribute, batch, card, channel, chart, client, collector, column,
  company, compress, config, connection, control, dashboard, data, default, detail, document, entry, enum,
  equipment, escalation, event, export, filter, format, gallery, generator, grant, group, history, hub,
  interval, item, job, kanban, kind, layout, level, link, login, lookup, mail, mapping, member, message,
  metric, model, monitor, move, notification, object, option, options, order, original, outbox,
  palette, panel, parameter, pattern, period, phase, plant, point, poll, preset, process, profile, project,
  property, query, range, reach, reading, receiver, record, relation, request, review, right, row, sample,
  schema, secret, signal, silence, site, slot, stage, status, store, subscription, substitute, summary,
  table, tag, task, template, tick, toast, token, trigger, unit, value, warning, worksheet, foreign key`.split(
    /,\s+/,
  ),
);

/** Words that are refused only in texts for users. The pattern is appended to the word. */
const REFUSED_TO_USERS: ReadonlyMap<string, string> = new Map([['module', '(?! (?:temperature|power))']]);

const COLUMNS = 7;

export interface Synonym {
  text: string;
  /** The word that the glossary uses instead. */
  word: string;
  pattern: RegExp;
  /** True if it is refused only in texts that users read. */
  forUsers: boolean;
}

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

function makeSynonym(text: string, word: string): Synonym {
  const after = REFUSED_TO_USERS.get(text);
  // Chinese has no spaces between words. Comments and documents only quote Chinese words.
  const pattern = isChinese(text)
    ? new RegExp(text)
    : new RegExp(`\\b${text}(?:s|es)?\\b${after ?? ''}`, 'i');
  return { text, word, pattern, forUsers: after !== undefined || isChinese(text) };
}

/** Returns the words that the glossary refuses, without its remarks about them. */
export function readSynonyms(glossary: string): Synonym[] {
  const rows = glossary
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === COLUMNS && cells[1] !== 'word' && !cells[1]?.startsWith('---'));
  return rows.flatMap(([, word = '', , , not = '']) => {
    const texts = not.replaceAll(/\([^)]*\)/g, '').split(',');
    const clear = texts
      .map((text) => text.replace(/ in .*/, '').trim())
      .filter((text) => text && !AMBIGUOUS.has(text));
    return clear.map((text) => makeSynonym(text, word));
  });
}

export const houseSynonyms = (root: string): Synonym[] =>
  readSynonyms(readFileSync(join(root, GLOSSARY), 'utf8'));

const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/)\s/;
/** Files whose strings users read in English. */
const TEXTS = /(?:^|\/)(?:en(?:\/\w+)?|errorTexts\/\w+|commandTexts|messages)\.ts$/;
/** A text in both languages, in a definition or in code. */
const PAIR = /\b(?:zh|en)"?: (["'`])((?:\\.|(?!\1).)*)\1/g;
/** Removes the key before a text. */
const textOf = (line: string): string => line.replace(/^\s*(?:'[^']*'|\w+):/, '');

/** Returns the prose of a line: of a document without its code, of comments, and of texts of the interface. */
function readable(file: string, line: string): string {
  if (file.endsWith('.md')) return line.replaceAll(/`[^`]*`/g, '');
  if (COMMENT.test(line)) return line.replaceAll(/`[^`]*`/g, '');
  return TEXTS.test(file) && !isChinese(line) ? textOf(line) : '';
}

/**
 * Returns the parts of a line that users read. These are lines of text files, both halves of pairs, and Chinese in
 * code. Tests only repeat them.
 */
function readableToUsers(file: string, line: string): string {
  if (file.endsWith('.md') || file.startsWith('tests/') || COMMENT.test(line)) return '';
  if (TEXTS.test(file)) return textOf(line);
  const pairs = [...line.matchAll(PAIR)].map(([, , text]) => text);
  return [...pairs, ...(isChinese(line) ? line.match(/\p{Script=Han}+/gu)! : [])].join('\n');
}

/** Returns an error line for every word that the glossary refuses. */
export function wordBreaches(file: string, text: string, synonyms: readonly Synonym[]): string[] {
  if (file === GLOSSARY) return [];
  return text.split('\n').flatMap((line, at) => {
    const shown = readable(file, line);
    const shownToUsers = readableToUsers(file, line);
    const found = synonyms.filter(({ pattern, forUsers }) => pattern.test(forUsers ? shownToUsers : shown));
    return found.map((one) => `${file}:${at + 1}: says "${one.text}" where the glossary says "${one.word}"`);
  });
}
