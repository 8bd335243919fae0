/**
 * The glossary has one word for a thing and names the ones that are not used for it. Documents, comments and the texts of
 * the interface are held to that, as far as a word has no other meaning here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const GLOSSARY = 'docs/glossary.md';

/**
 * Synonyms that mean something else in most places: a row is a line of a table on screen, a process one of the operating
 * system. A word that is added to the glossary is refused unless it is here.
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

/** Words that a programmer needs, and a user must not read: what else may follow them, of a thing that is called so. */
const REFUSED_TO_USERS: ReadonlyMap<string, string> = new Map([['module', '(?! (?:temperature|power))']]);

const COLUMNS = 7;

export interface Synonym {
  text: string;
  /** The word that the glossary has in its place. */
  word: string;
  pattern: RegExp;
  /** It is refused in texts that users read, and nowhere else. */
  forUsers: boolean;
}

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);

function makeSynonym(text: string, word: string): Synonym {
  const after = REFUSED_TO_USERS.get(text);
  // Chinese has no borders between words, and a comment or a document has a Chinese word only to quote it.
  const pattern = isChinese(text)
    ? new RegExp(text)
    : new RegExp(`\\b${text}(?:s|es)?\\b${after ?? ''}`, 'i');
  return { text, word, pattern, forUsers: after !== undefined || isChinese(text) };
}

/** The words that the glossary refuses for a thing, without its remarks about them. */
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
/** Files whose strings people read in English. */
const TEXTS = /(?:^|\/)(?:en(?:\/\w+)?|errorTexts\/\w+|commandTexts|messages)\.ts$/;
/** A text in both languages, in a definition or in code. */
const PAIR = /\b(?:zh|en)"?: (["'`])((?:\\.|(?!\1).)*)\1/g;
/** Takes the key away that is before a text. */
const textOf = (line: string): string => line.replace(/^\s*(?:'[^']*'|\w+):/, '');

/** People read all of a document without its code, comments, and texts of the interface. */
function readable(file: string, line: string): string {
  if (file.endsWith('.md')) return line.replaceAll(/`[^`]*`/g, '');
  if (COMMENT.test(line)) return line.replaceAll(/`[^`]*`/g, '');
  return TEXTS.test(file) && !isChinese(line) ? textOf(line) : '';
}

/** Users read a line of a file of texts, both halves of a pair, and whatever is Chinese in code; tests only repeat them. */
function readableToUsers(file: string, line: string): string {
  if (file.endsWith('.md') || file.startsWith('tests/') || COMMENT.test(line)) return '';
  if (TEXTS.test(file)) return textOf(line);
  const pairs = [...line.matchAll(PAIR)].map(([, , text]) => text);
  return [...pairs, ...(isChinese(line) ? line.match(/\p{Script=Han}+/gu)! : [])].join('\n');
}

/** Returns a line for every word that the glossary has another one for. */
export function wordBreaches(file: string, text: string, synonyms: readonly Synonym[]): string[] {
  if (file === GLOSSARY) return [];
  return text.split('\n').flatMap((line, at) => {
    const shown = readable(file, line);
    const shownToUsers = readableToUsers(file, line);
    const found = synonyms.filter(({ pattern, forUsers }) => pattern.test(forUsers ? shownToUsers : shown));
    return found.map((one) => `${file}:${at + 1}: says "${one.text}" where the glossary says "${one.word}"`);
  });
}
