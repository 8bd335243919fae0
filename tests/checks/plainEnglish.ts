/**
 * Words that make a sentence hard to read, each with its replacement. `docs/writing.md` has the rules behind them.
 * Texts for users must follow all of them. Comments, documents and titles of tests must follow the rules that are
 * already applied everywhere.
 */

interface PlainRule {
  pattern: RegExp;
  instead: string;
  /** `users`: only texts for users are checked, because comments and documents still have the word in many places. */
  only?: 'users';
}

const RULES: readonly PlainRule[] = [
  { pattern: /\bnought\b/i, instead: 'zero' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bstands? here\b/i, instead: 'is listed here' },
  { pattern: /\blately\b/i, instead: 'recently' },
  { pattern: /\bgoes along\b/i, instead: 'goes with' },
  { pattern: /\bcomes by itself\b/i, instead: 'is added automatically' },
  { pattern: /\bby itself\b/i, instead: 'automatically' },
  { pattern: /\bso long\b/i, instead: 'how long' },
  { pattern: /\bfor good\b/i, instead: 'permanently' },
  { pattern: /\btells\b/i, instead: 'returns, reports, shows, notifies' },
  { pattern: /\btold\b/i, instead: 'notified', only: 'users' },
  { pattern: /\bstands\b(?! for\b)/i, instead: 'is, is shown, is listed' },
  { pattern: /\bwho(?:m)?ever\b/i, instead: 'the user, anyone who' },
  { pattern: /\b(?:nobody|no one|anybody)\b/i, instead: 'no user, or say it of "you"' },
  { pattern: /\b(?:somebody|someone)\b/i, instead: 'another user, a person' },
  { pattern: /\bmeanwhile\b/i, instead: 'in the meantime' },
  { pattern: /^say\b|[:.;] say\b/i, instead: 'choose, enter, set', only: 'users' },
];

/** These documents quote the words. */
const QUOTING = new Set(['docs/writing.md', 'docs/glossary.md']);
const COMMENT = /^\s*(?:\/\*\*?|\*|\/\/|--)\s/;
/** Files whose strings users read in English. */
const TEXTS = /(?:^|\/)(?:en(?:\/\w+)?|errorTexts\/\w+|commandTexts)\.ts$/;
const ENGLISH = /\ben"?: (["'`])((?:\\.|(?!\1).)*)\1/g;
const QUOTED = /(["'`])((?:\\.|(?!\1).)*)\1,?$/;

/** Matches the title of a test. */
const TITLE = /^\s*(?:it|describe|test)(?:\.\w+(?:\(.*?\))?)*\((["'`])((?:\\.|(?!\1).)*)\1/;
/** Developers read these texts of definitions and calls. */
const DESCRIBED = /^(?:schemas\/meta\/.*\.json|openapi\/.*\.yaml)$/;
const DESCRIPTION = /"?(?:description|summary)"?: (.*)/;

/** Returns the English texts of a line that users read. */
function textsForUsers(file: string, line: string): string[] {
  if (file.endsWith('.md') || file.startsWith('tests/') || COMMENT.test(line)) return [];
  const pairs = [...line.matchAll(ENGLISH)].map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, ''));
  const last = TEXTS.test(file) ? QUOTED.exec(line.trim())?.[2] : undefined;
  return last === undefined ? pairs : [...pairs, last];
}

/** Returns a line for each such word. */
export function plainBreaches(file: string, text: string): string[] {
  if (QUOTING.has(file) || /^tests\/(?:unit\/)?checks\//.test(file)) return [];
  return text.split('\n').flatMap((line, at) => {
    const forUsers = textsForUsers(file, line);
    const prose = line.replaceAll(/`[^`]*`/g, '');
    const described = DESCRIBED.test(file) ? (DESCRIPTION.exec(line)?.[1] ?? '') : '';
    const isProse = file.endsWith('.md') || COMMENT.test(line);
    const all = [...forUsers, isProse ? prose : described, TITLE.exec(line)?.[2] ?? ''];
    const shown = { users: forUsers, all };
    return RULES.filter(({ pattern, only }) => shown[only ?? 'all'].some((one) => pattern.test(one))).map(
      ({ pattern, instead }) => `${file}:${at + 1}: ${pattern.source} makes it be read twice: ${instead}`,
    );
  });
}
