/** Collects all texts that a language pack translates, from the sources. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPhrase, type Phrases, type SourceText } from '../../../runtime/core/text/pickText.ts';

/** A text, with its key if the interface looks it up by a key. */
export interface PackText extends SourceText {
  key?: string;
}

export const FLOORS = ['interface', 'definitions', 'server', 'documents'] as const;
export type Floor = (typeof FLOORS)[number];

const CODE = '**/*.{ts,tsx}';
const KEYED = 'runtime/kit/i18n';

/** Quoted strings without inserted code. */
const STRING = [
  String.raw`'(?:[^'\\\n]|\\.)*'`,
  String.raw`"(?:[^"\\\n]|\\.)*"`,
  '`(?:[^`\\\\$]|\\\\.)*`',
].join('|');
/** Matches two adjacent strings, as `{ zh: '…', en: '…' }` and calls with both texts have them. */
const PAIR = new RegExp(String.raw`(${STRING})\s*,\s*(?:en:\s*)?(${STRING})`, 'g');
const ENTRY = new RegExp(String.raw`^\s*'([\w.]+)':\s*(${STRING})`, 'gm');
const CHINESE = /\p{Script=Han}/u;

/** Returns the content of a quoted string. */
const unquote = (quoted: string): string =>
  quoted
    .slice(1, -1)
    .replaceAll(/\\u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));

/** Returns the texts that a program writes in both languages. Texts with inserted code are left out. Pure. */
export function readPairs(code: string): PackText[] {
  const pairs: PackText[] = [];
  for (PAIR.lastIndex = 0; ; ) {
    const match = PAIR.exec(code);
    if (!match) return pairs;
    const [, first = '', second = ''] = match;
    const [zh, en] = [unquote(first), unquote(second)];
    if (CHINESE.test(zh) && en !== '' && !CHINESE.test(en)) pairs.push({ zh, en });
    // The second string may be the first string of the next pair.
    else PAIR.lastIndex = match.index + first.length;
  }
}

/** Returns the texts `{ zh, en }` of a definition. Pure. */
export function readDefinition(part: unknown): PackText[] {
  if (typeof part !== 'object' || part === null) return [];
  const { zh, en } = part as { zh?: unknown; en?: unknown };
  if (typeof zh === 'string' && typeof en === 'string') return [{ zh, en }];
  return Object.values(part).flatMap(readDefinition);
}

/** Returns the texts of a file with keys. */
const readEntries = (code: string): Map<string, string> =>
  new Map([...code.matchAll(ENTRY)].map(([, key = '', quoted = '']) => [key, unquote(quoted)]));

/** Returns the texts of a page or widget from the JSON file beside it. */
const readOwn = (content: string): PackText[] =>
  Object.entries(JSON.parse(content) as Record<string, SourceText>).map(([key, { zh, en }]) => ({
    key,
    zh,
    en,
  }));

function unique(texts: readonly PackText[]): PackText[] {
  return [...new Map(texts.map((one) => [one.key ?? `${one.en}|${one.zh}`, one])).values()];
}

/** Returns all texts of the product, grouped by the parts of a language pack. */
export function collectTexts(root: string): Record<Floor, PackText[]> {
  const read = (pattern: string | string[], exclude: string[] = []): string[] =>
    globSync(pattern, { cwd: root, exclude }).map((file) => readFileSync(join(root, file), 'utf8'));
  const keyedFiles = (lang: string) => [`${KEYED}/${lang}.ts`, `${KEYED}/${lang}/*.ts`];
  const english = readEntries(read(keyedFiles('en')).join('\n'));
  const chinese = readEntries(read(keyedFiles('zh')).join('\n'));
  const keyed = [...english].map(([key, en]): PackText => ({ key, en, zh: chinese.get(key) ?? '' }));
  const own = read('{pages,widgets,runtime}/**/*exts.json').flatMap(readOwn);
  const written = read(`{runtime,pages,widgets}/${CODE}`, [`${KEYED}/**`]).flatMap(readPairs);
  const definitions = (pattern: string, exclude: string[] = []) =>
    read(pattern, exclude).flatMap((content) => readDefinition(JSON.parse(content)));
  return {
    interface: unique([...keyed, ...own, ...written]),
    definitions: unique(definitions('schemas/**/*.json', ['schemas/meta/**', 'schemas/documents/**'])),
    server: unique(read(`server/${CODE}`, ['server/engine/documents/**']).flatMap(readPairs)),
    documents: unique([
      ...definitions('schemas/documents/**/*.json'),
      ...read(`server/engine/documents/${CODE}`).flatMap(readPairs),
    ]),
  };
}

/** Returns the texts that a pack does not translate. Pure. */
export const listLacking = (texts: readonly PackText[], pack: Phrases): PackText[] =>
  texts.filter((text) => {
    const hasKey = text.key !== undefined && Object.hasOwn(pack, text.key);
    return !hasKey && findPhrase(text, pack) === undefined;
  });

/** Returns the entries that a translator fills in, with the English texts as a start. Pure. */
export const writeEntries = (texts: readonly PackText[]): string =>
  `${JSON.stringify(Object.fromEntries(texts.map(({ key, en }) => [key ?? en, en])), null, 2)}\n`;

export const isFloor = (name: string): name is Floor => FLOORS.some((floor) => floor === name);

/** Returns the line for the terminal with the counts of a floor. Pure. */
export const countLine = (floor: string, lacking: number, all: number): string =>
  `${floor.padEnd(12)} ${String(lacking).padStart(6)} of ${all} texts are missing`;
