/** Gives definitions and programs the names of a copy: each name has the number of the copy behind it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface Names {
  /** Entities, statistics, documents, calls and parts of addresses, as definitions and programs say them. */
  words: readonly string[];
  /** Pages, whose names no program says. */
  pages: readonly string[];
  /** Addresses of pages in the browser. */
  routes: readonly string[];
  titles: readonly string[];
  /** Programs, without their folders and endings. */
  files: readonly string[];
}

/** Calls that every entity has. */
const CALLS = 'Page|Get|Create|Update|Delete';
/** Below these stand texts for people, and values that no other definition names. */
const KEPT = new Set(['zh', 'en', 'default', 'rights']);

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, '\\$&');

/** Finds the longest of the texts that occurs in a text. */
const anyOf = (texts: readonly string[]): string =>
  texts.length === 0
    ? '(?!)'
    : texts
        .toSorted((one, other) => other.length - one.length)
        .map(escaped)
        .join('|');

/** The number is within the title, so that a search for a part of the first does not find the copy. */
export function numberedTitle(title: string, number: number): string {
  const middle = Math.floor(title.length / 2);
  return title.slice(0, middle) + number + title.slice(middle);
}

/** After a word of a sentence no name follows, unless that is a word of the language of programs. */
const NAMED =
  '(?<![\\w$]|(?<!\\b(?:await|const|from|function|in|into|of|return|typeof|update))(?<=[A-Za-z]) )';

const wordPattern = ({ words }: Names): string =>
  `${NAMED}(?:${anyOf(words)})(?=(?:${CALLS})?(?!\\w|\\.ts\\b))`;

const renameWords = (text: string, names: Names, number: number): string =>
  text.replaceAll(new RegExp(wordPattern(names), 'g'), `$&${number}`);

/** A page stays below the page that it is copied with. */
function renameRoute(route: string, { routes }: Names, number: number): string {
  const above = routes
    .filter((one) => route.startsWith(`${one}/`))
    .toSorted((one, other) => one.length - other.length)[0];
  return above ? `${above}${number}${route.slice(above.length)}` : `${route}${number}`;
}

/** A definition of a copy; its texts stay, except for the title that it has itself. */
export function renameJson(json: Json, names: Names, number: number): Json {
  if (typeof json === 'string') {
    if (names.routes.includes(json)) return renameRoute(json, names, number);
    return names.pages.includes(json) ? `${json}${number}` : renameWords(json, names, number);
  }
  if (Array.isArray(json)) return json.map((one) => renameJson(one, names, number));
  if (json === null || typeof json !== 'object') return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [
      key,
      KEPT.has(key) ? value : renameJson(value, names, number),
    ]),
  );
}

/** A title of one word, or of two Chinese signs, stands for itself only where it is the whole text. */
const SHORT = /^(?:\w+|.{2})$/;

/** A program that works with a copy, whose records it has in place of the first. */
export function renameProgram(text: string, names: Names, number: number): string {
  const { files, routes, titles } = names;
  const [short, long] = [true, false].map((is) => anyOf(titles.filter((title) => SHORT.test(title) === is)));
  const file = `(?<=/)(?:${anyOf(files)})(?=\\.ts')`;
  const route = `(?<route>(?:${anyOf(routes)})(?![\\w-]|/[A-Za-z]))`;
  const title = `(?<title>(?i:${long})|(?<=')(?:${short})(?='))`;
  const pattern = new RegExp(`${file}|${route}|${title}|${wordPattern(names)}`, 'g');
  return text.replaceAll(pattern, (found, ...more) => {
    const groups = more.at(-1) as { route?: string; title?: string };
    if (groups.route) return renameRoute(found, names, number);
    return groups.title ? numberedTitle(found, number) : `${found}${number}`;
  });
}
