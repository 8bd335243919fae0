/**
 * The subject of a commit names the area and the change, so that a history can be scanned: `area: imperative`, at most
 * 72 characters. The newest commits are checked, but not in a copy without its history.
 */
import { execFileSync } from 'node:child_process';

const LOOKED_AT = 200;
const MAX_LENGTH = 72;
const AREA = /^[a-z][\w./-]*(?:, [a-z][\w./-]*)*: (\S+)/i;
/** Endings of a first word that describes instead of commanding. */
const DESCRIBING = /(?:[^s]s|ed|ing)$/;
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
/** The areas of the product; `docs/writing.md` lists them as well. */
export const AREAS = new Set(
  `access alarms approvals backup bench boards build business calls codegen database demo devices docs energy engine fleet
  forms links lists records schemas server shell studio telemetry tests texts theme widgets`.split(/\s+/),
);
/** Earlier commits are not checked against the list. */
const AREAS_SINCE = Date.parse('2026-11-29T04:00:00Z');
/** These commits are older than this check. */
const EXEMPT: readonly string[] = ['9038090b', '82a47109', 'e20fc8b6'];

export interface Commit {
  hash: string;
  subject: string;
  /** Time when its author wrote it, in milliseconds. */
  writtenAt: number;
}

function subjectFault({ subject, writtenAt }: Commit): string | null {
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters, ${MAX_LENGTH} are allowed`;
  const verb = AREA.exec(subject)?.[1];
  if (verb === undefined) return 'does not begin with "area: "';
  if (DESCRIBING.test(verb) && !IMPERATIVE.has(verb)) return `begins with "${verb}": write an imperative`;
  const areas = subject.slice(0, subject.indexOf(':')).split(', ');
  const unknown = writtenAt < AREAS_SINCE ? undefined : areas.find((area) => !AREAS.has(area));
  if (unknown !== undefined) return `has the area "${unknown}", which is not one of docs/writing.md`;
  return null;
}

/** Returns a line for each subject with another form. */
export const subjectBreaches = (commits: readonly Commit[]): string[] =>
  commits
    .filter(({ hash }) => !EXEMPT.some((start) => hash.startsWith(start)))
    .flatMap((commit) => {
      const fault = subjectFault(commit);
      return fault === null ? [] : [`commit ${commit.hash.slice(0, 8)}: "${commit.subject}" ${fault}`];
    });

/** Returns the newest commits without merges. Null if the copy has no history, or only the end of one. */
export function readCommits(root: string): Commit[] | null {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() !== 'false') return null;
    const lines = git('log', '--no-merges', `--max-count=${LOOKED_AT}`, '--format=%H %aI %s')
      .trim()
      .split('\n');
    return lines.map((line) => {
      const [hash = '', written = '', ...words] = line.split(' ');
      return { hash, subject: words.join(' '), writtenAt: Date.parse(written) };
    });
  } catch {
    return null;
  }
}
