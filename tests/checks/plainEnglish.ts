/**
 * Words that make a sentence be read twice, each with its replacement. `docs/writing.md` has the rules behind them. Texts
 * that users read are held to all of them, comments and documents to those of which every place is mended.
 */

interface PlainRule {
  pattern: RegExp;
  instead: string;
  /** Comments and documents still have this one in many places. */
  onlyForUsers?: boolean;
}

const RULES: readonly PlainRule[] = [
  { pattern: /\bnought\b/i, instead: 'zero' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bstands? here\b/i, instead: 'is listed here' },
  { pattern: /\blately\b/i, instead: 'recently' },
  { pattern: /\bgoes along\b/i, instead: 'goes with' },
  { pattern: /\bcomes by itself\b/i, instead: 'is added automatically' },
  { pattern: /\bby itself\b/i, instead: 'automatically', onlyForUsers: true },
  { pattern: /\bso long\b/i, instead: 'how long', onlyForUsers: true },
  { pattern: /\bfor good\b/i, instead: 'permanently', onlyForUsers: true },
  { pattern: /\b(?:tells|told)\b/i, instead: 'reports, notified', onlyForUsers: true },
  { pattern: /\bwhoever\b/i, instead: 'the user, anyone who', onlyForUsers: true },
  { pattern: /\bnobody\b/i, instead: 'no user, or say it of "you"', onlyForUsers: true },
  { pattern: /\bsomebody\b/i, instead: 'another user', onlyForUsers: true },
  { pattern: /\bmeanwhile\b/i, instead: 'in the meantime', onlyForUsers: true },
  { pattern: /^say\b|[:.;] say\b/i, instead: 'choose, enter, set', onlyForUsers: true },
];

/** They quote the words. */
const QUOTING = new Set(['docs/writing.md', 'docs/glossary.md']);
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/|--)\s/;
/** Files whose strings users read in English. */
const TEXTS = /(?:^|\/)(?:en(?:\/\w+)?|errorTexts\/\w+|commandTexts)\.ts$/;
const ENGLISH = /\ben"?: (["'`])((?:\\.|(?!\1).)*)\1/g;
const QUOTED = /(["'`])((?:\\.|(?!\1).)*)\1,?$/;

/** The English texts of a line that users read. */
function textsForUsers(file: string, line: string): string[] {
  if (file.endsWith('.md') || file.startsWith('tests/') || COMMENT.test(line)) return [];
  const pairs = [...line.matchAll(ENGLISH)].map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, ''));
  const last = TEXTS.test(file) ? QUOTED.exec(line.trim())?.[2] : undefined;
  return last === undefined ? pairs : [...pairs, last];
}

/** A line for each such word. */
export function plainBreaches(file: string, text: string): string[] {
  if (QUOTING.has(file) || /^tests\/(?:unit\/)?checks\//.test(file)) return [];
  return text.split('\n').flatMap((line, at) => {
    const forUsers = textsForUsers(file, line);
    const isProse = file.endsWith('.md') || COMMENT.test(line);
    const shown = isProse ? [...forUsers, line.replaceAll(/`[^`]*`/g, '')] : forUsers;
    return RULES.filter(({ pattern, onlyForUsers }) =>
      (onlyForUsers ? forUsers : shown).some((one) => pattern.test(one)),
    ).map(
      ({ pattern, instead }) => `${file}:${at + 1}: ${pattern.source} makes it be read twice: ${instead}`,
    );
  });
}
