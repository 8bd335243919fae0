/** Chooses the files that a run tries, and says why. */
import type { Affected } from './affected.ts';
import { partOf } from './rotation.ts';

export type Reason = 'spine' | 'walk' | 'changed' | 'turn';

export interface Plan {
  /** The files to run, with the reason why. */
  chosen: ReadonlyMap<string, Reason>;
  leftOut: readonly string[];
}

interface Choice {
  files: readonly string[];
  /** Null: the changes are unknown, so everything counts as changed. */
  affected: Affected | null;
  /** The part whose turn it is. */
  part: number;
  spine: ReadonlySet<string>;
  walks: ReadonlySet<string>;
}

export function makePlan({ files, affected, part, spine, walks }: Choice): Plan {
  const reasonOf = (file: string): Reason | null => {
    if (spine.has(file)) return 'spine';
    if (!affected || affected.files.has(file)) return 'changed';
    if (walks.has(file)) return 'walk';
    return partOf(file) === part ? 'turn' : null;
  };
  const reasons = files.map((file) => [file, reasonOf(file)] as const);
  return {
    chosen: new Map(reasons.filter((one): one is [string, Reason] => one[1] !== null)),
    leftOut: reasons.filter(([, reason]) => reason === null).map(([file]) => file),
  };
}
