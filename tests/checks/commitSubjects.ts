/**
 * The subject of a commit says where it changes what, so that a history can be scanned: `area: imperative`, at most 72
 * characters. The newest commits are looked at; a copy without its history is not.
 */
import { execFileSync } from 'node:child_process';

const LOOKED_AT = 200;
const MAX_LENGTH = 72;
const AREA = /^[a-z][\w./-]*(?:, [a-z][\w./-]*)*: (\S+)/i;
/** The first word ends so where it tells instead of asking. */
const TELLING = /(?:[^s]s|ed|ing)$/;
const IMPERATIVE = new Set([
  'bring',
  'focus',
  'need',
  'feed',
  'seed',
  'speed',
  'shed',
  'embed',
  'ring',
  'string',
]);
/** They were written before anybody looked. */
const EXEMPT: readonly string[] = ['9038090b', '82a47109', 'e20fc8b6'];

export interface Commit {
  hash: string;
  subject: string;
}

function subjectFault(subject: string): string | null {
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters, ${MAX_LENGTH} are allowed`;
  const verb = AREA.exec(subject)?.[1];
  if (verb === undefined) return 'does not begin with "area: "';
  if (TELLING.test(verb) && !IMPERATIVE.has(verb)) return `begins with "${verb}": write an imperative`;
  return null;
}

/** A line for each subject of another form. */
export const subjectBreaches = (commits: readonly Commit[]): string[] =>
  commits
    .filter(({ hash }) => !EXEMPT.some((start) => hash.startsWith(start)))
    .flatMap(({ hash, subject }) => {
      const fault = subjectFault(subject);
      return fault === null ? [] : [`commit ${hash.slice(0, 8)}: "${subject}" ${fault}`];
    });

/** The newest commits but merges; null: the copy has no history, or only the end of one. */
export function readCommits(root: string): Commit[] | null {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return null;
    const lines = git('log', '--no-merges', `--max-count=${LOOKED_AT}`, '--format=%H %s').trim().split('\n');
    return lines.map((line) => {
      const [hash = '', ...words] = line.split(' ');
      return { hash, subject: words.join(' ') };
    });
  } catch {
    return null;
  }
}
