/** Renames definitions and programs for a copy. Each name gets the number of the copy at its end. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface Names {
  /** Entities, statistics, documents, calls and parts of addresses, as definitions and programs write them. */
  words: readonly string[];
  /** Pages, whose names do not occur in programs. */
  pages: readonly string[];
  /** Addresses of pages in the browser. */
  routes: readonly string[];
  titles: readonly string[];
  /** Names of programs, without folder and extension. */
  files: readonly string[];
}

/** Calls that every entity has. */
const CALLS = 'Page|Get|Create|Update|Delete';
/** Keys of texts for people, and of values that no other definition names. */
const UNCHANGED_KEYS = new Set(['zh', 'en', 'default', 'rights']);

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, '\\$&');

/** Finds the longest of the texts that occurs in a text. */
const anyOf = (texts: readonly string[]): string =>
  texts.length === 0
    ? '(?!)'
    : texts
        .toSorted((one, other) => other.length - one.length)
        .map(escaped)
        .join('|');

/** Returns a title with the number inside. A search for a part of the original therefore does not find the copy. */
export function numberedTitle(title: string, number: number): string {
  const middle = Math.floor(title.length / 2);
  return title.slice(0, middle) + number + title.slice(middle);
}

/** Excludes a name after a word of a sentence, unless that word belongs to the programming language. */
const NAMED =
  '(?<![\\w$]|(?<!\\b(?:await|const|from|function|in|into|of|return|typeof|update))(?<=[A-Za-z]) )';

const wordPattern = ({ words }: Names): string =>
  `${NAMED}(?:${anyOf(words)})(?=(?:${CALLS})?(?!\\w|\\.ts\\b))`;

const renameWords = (text: string, names: Names, number: number): string =>
  text.replaceAll(new RegExp(wordPattern(names), 'g'), `$&${number}`);

/** Returns the route of a copied page. It stays below the page that is copied with it. */
function renameRoute(route: string, { routes }: Names, number: number): string {
  const above = routes
    .filter((one) => route.startsWith(`${one}/`))
    .toSorted((one, other) => one.length - other.length)[0];
  return above ? `${above}${number}${route.slice(above.length)}` : `${route}${number}`;
}

/** Returns the definition of a copy. Its texts stay, except for its own title. */
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
      UNCHANGED_KEYS.has(key) ? value : renameJson(value, names, number),
    ]),
  );
}

/** A title of one word, or of two Chinese characters, is renamed only if it is the whole text. */
const SHORT = /^(?:\w+|.{2})$/;

/** Returns the program for a copy, which uses the copy's records instead of the original's. */
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
