/** Chooses the files that a run tests, with the reasons. */
import type { Affected } from './affected.ts';
import { partOf } from './rotation.ts';

export type Reason = 'spine' | 'walk' | 'changed' | 'turn';

export interface Plan {
  /** Files to run, each with the reason. */
  chosen: ReadonlyMap<string, Reason>;
  leftOut: readonly string[];
}

interface Choice {
  files: readonly string[];
  /** Null if the changes are unknown. All files then count as changed. */
  affected: Affected | null;
  /** The part that is due. */
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
