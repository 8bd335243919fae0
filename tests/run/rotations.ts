/** Plans the steps whose files rotate. */
import { globSync } from 'node:fs';
import { type Affected, findAffected, type Sources } from './affected.ts';
import { changedSince, textsAt } from './history.ts';
import { findImporters } from './importers.ts';
import { makePlan, type Plan } from './plan.ts';
import type { FullRecord } from './record.ts';
import { partOfSeed, type Walk } from './rotation.ts';
import { isSameCode } from './sameCode.ts';
import { SPINE, WALKS } from './spine.ts';
import type { Step } from './steps.ts';

export interface Rotation {
  name: string;
  plan: Plan;
  walk: Walk;
  /** False if the history does not show the changes. */
  isKnown: boolean;
}

export const filesOf = ({ rotates }: Step): string[] =>
  (rotates === undefined ? [] : globSync(rotates)).map((file) => file.replaceAll('\\', '/')).sort();

/** Joins the changes since the commits at which files were green. Null if the changes are unknown. */
export function joinAffected(parts: readonly (Affected | null)[]): Affected | null {
  const known = parts.filter((part) => part !== null);
  if (known.length < parts.length) return null;
  return {
    files: new Set(known.flatMap(({ files }) => [...files])),
    walks: known.some(({ walks }) => walks),
    names: [...new Set(known.flatMap(({ names }) => names))],
  };
}

const ofFiles = (files: Iterable<string>): Affected => ({ files: new Set(files), walks: false, names: [] });

/** Returns the paths whose code differs from a commit. A reworded comment breaks no test. */
async function changedCode(commit: string, { textOf }: Sources): Promise<string[] | null> {
  const paths = changedSince(commit);
  if (paths === null) return null;
  const before = textsAt(commit, paths);
  const isSame = await Promise.all(
    paths.map((path) => isSameCode(path, before.get(path) ?? '', textOf(path))),
  );
  return paths.filter((_, at) => !isSame[at]);
}

/** Finds the changes for the files of a step. A file that was never green counts as changed, like a new one. */
async function affectedOf(
  { lane }: Step,
  files: readonly string[],
  record: FullRecord,
  sources: Sources,
): Promise<Affected | null> {
  const greenAt = Map.groupBy(files, (file) => record[file]?.commit ?? '');
  const parts: (Affected | null)[] = [];
  for (const [commit, own] of greenAt) {
    const paths = commit === '' ? null : await changedCode(commit, sources);
    if (commit === '') parts.push(ofFiles(own));
    else if (paths === null) parts.push(null);
    else if (lane === 'checks') parts.push(ofFiles(findImporters(paths, own, sources.textOf)));
    else parts.push(findAffected(paths, own, sources));
  }
  return joinAffected(parts);
}

export async function planRotation(
  step: Step,
  { seed, isFull, record, sources }: { seed: number; isFull: boolean; record: FullRecord; sources: Sources },
): Promise<Rotation> {
  const part = partOfSeed(seed);
  const files = filesOf(step);
  const isNew = files.every((file) => record[file] === undefined);
  const affected = isFull || isNew ? null : await affectedOf(step, files, record, sources);
  const plan = makePlan({ files, affected, part, spine: SPINE, walks: WALKS });
  const walk = { whole: affected?.walks ?? true, part, names: affected?.names ?? [] };
  return { name: step.name, plan, walk, isKnown: affected !== null };
}
