/**
 * Slow tests rotate. Each file belongs to one of seven parts, and a run tests one part. The seed is the day, so a
 * week of daily runs tests everything.
 */
export const PARTS = 7;

const DAY_MS = 86_400_000;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Returns the part of a name, from zero on. It is the same on every machine (FNV-1a). */
export function partOf(name: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), FNV_PRIME) >>> 0;
  return hash % PARTS;
}

/** Returns the days since 1970. Two runs of one day therefore test the same part. */
export const seedOf = (now: Date): number => Math.floor(now.getTime() / DAY_MS);

export const partOfSeed = (seed: number): number => ((seed % PARTS) + PARTS) % PARTS;

/** The selection for the walks over operations, entities and pages. */
export interface Walk {
  /** True if everything must be tested because the server or the screens have changed since the last full run. */
  whole: boolean;
  part: number;
  /** Entities and documents of calls that have changed since the last full run. Every run tests them. */
  names: readonly string[];
}

/** Environment variable that passes the walk, as JSON, to the processes of a run. */
export const WALK = 'WATTDECK_TEST_WALK';

/** Reads the walk. Without a run, for example for a single file, everything is walked. */
export const readWalk = (): Walk =>
  JSON.parse(process.env[WALK] ?? '{"whole":true,"part":0,"names":[]}') as Walk;

/** Returns whether a walk tests the item with this name. `belongsTo` are its entities. */
export const isWalked = (
  name: string,
  belongsTo: readonly string[] = [],
  { whole, part, names }: Walk = readWalk(),
): boolean => whole || partOf(name) === part || belongsTo.some((one) => names.includes(one));
