/** The record of the last full run: for each part the commit at which it was green, and the seconds of its files. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedSince, commitsSince, headCommit, isClean } from './history.ts';

interface Green {
  commit: string;
  /** As ISO 8601. */
  at: string;
  seconds: number;
}

export interface FullRecord {
  parts: Record<string, Green>;
  /** Seconds by the path of a test file. */
  files: Record<string, number>;
}

/** So many commits may come after a full run. */
export const MOST_COMMITS = 300;

const NAME = 'tests/run/lastFull.json';
const PATH = join(import.meta.dirname, 'lastFull.json');

export const readRecord = (): FullRecord =>
  existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as FullRecord) : { parts: {}, files: {} };

/** Returns the record with another green part; seconds of files that are gone are forgotten. */
export function addPart(
  { parts, files }: FullRecord,
  name: string,
  green: Green,
  seconds: Readonly<Record<string, number>>,
  isThere: (file: string) => boolean = existsSync,
): FullRecord {
  const all = Object.entries({ ...files, ...seconds }).filter(([file]) => isThere(file));
  return {
    parts: { ...parts, [name]: green },
    files: Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Keeps that a part of the full run was green; false where the tree has changes that no commit names. */
export function keepGreen(
  name: string,
  seconds: number,
  files: Readonly<Record<string, number>>,
  now = new Date(),
): boolean {
  const commit = headCommit();
  if (commit === null || !isClean(NAME)) return false;
  const green = { commit, at: now.toISOString(), seconds: Math.round(seconds) };
  writeFileSync(PATH, `${JSON.stringify(addPart(readRecord(), name, green, files), null, 2)}\n`);
  return true;
}

export interface Age {
  part: string;
  commit: string;
  /** Null where the history does not reach so far. */
  commits: number | null;
}

/** Tells how far back each part of the full run was green. */
export const agesOf = ({ parts }: FullRecord, names: readonly string[]): Age[] =>
  names.map((part) => {
    const commit = parts[part]?.commit ?? '';
    return { part, commit, commits: commit ? commitsSince(commit) : null };
  });

/** The paths that have changed since a part was green; null: as good as all. */
export function changedSinceGreen({ parts }: FullRecord, part: string): string[] | null {
  const commit = parts[part]?.commit;
  return commit === undefined ? null : changedSince(commit);
}
