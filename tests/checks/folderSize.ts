/** Limits the number of programs in a folder, so that a person can read it at a glance. */
import { posix } from 'node:path';

const MAX_FILES = 25;
/** An index by name is exempt, because a person opens the file with the name of the call or the bench. */
const INDEXES = ['bench', 'server/calls'];

/** Returns a line for each folder with too many programs. */
export function folderBreaches(files: readonly string[]): string[] {
  const programs = files.filter((file) => /\.tsx?$/.test(file));
  const folders = Map.groupBy(programs, (file) => posix.dirname(file));
  return [...folders].flatMap(([folder, { length }]) =>
    length > MAX_FILES && !INDEXES.includes(folder)
      ? [
          `${folder}: ${length} files side by side, ${MAX_FILES} are allowed: put them in rooms by what they do`,
        ]
      : [],
  );
}
