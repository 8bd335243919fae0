/** Reads the checkout with git. Functions return null if its history is missing or too short. */
import { spawnSync } from 'node:child_process';

const MAX_BYTES = 2 ** 28;

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8', maxBuffer: MAX_BYTES });
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

/** Returns the texts of files at a commit, by their paths. A file that did not exist has none. */
export function textsAt(commit: string, paths: readonly string[]): Map<string, string> {
  const input = paths.map((path) => `${commit}:${path}\n`).join('');
  const { stdout } = spawnSync('git', ['cat-file', '--batch'], { input, maxBuffer: MAX_BYTES });
  const texts = new Map<string, string>();
  let at = 0;
  for (const path of paths) {
    const end = stdout.indexOf('\n', at);
    const [, kind, bytes] = stdout.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (kind !== 'blob') continue;
    texts.set(path, stdout.toString('utf8', at, at + Number(bytes)));
    at += Number(bytes) + 1;
  }
  return texts;
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
