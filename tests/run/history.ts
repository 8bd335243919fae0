/** Reads the checkout by git. Null if its history is missing or too short. */
import { spawnSync } from 'node:child_process';

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? stdout.trim() : null;
}

const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);

export const headCommit = (): string | null => git('rev-parse', 'HEAD');

/** Returns the paths that differ from a commit: committed since, or changed or added in the working tree. */
export function changedSince(commit: string): string[] | null {
  const changed = git('diff', '--name-only', '--no-renames', commit);
  const added = git('ls-files', '--others', '--exclude-standard');
  return changed === null || added === null ? null : [...linesOf(changed), ...linesOf(added)];
}

/** Counts the commits since this one. */
export function commitsSince(commit: string): number | null {
  const count = git('rev-list', '--count', `${commit}..HEAD`);
  return count === null ? null : Number(count);
}

/** Returns whether everything in the working tree is committed, apart from these paths. */
export function isClean(...beside: string[]): boolean {
  const changes = git('status', '--porcelain');
  return changes !== null && linesOf(changes).every((line) => beside.some((path) => line.endsWith(path)));
}
