/** A folder that a person reads at a glance: at most so many programs lie side by side. */
import { posix } from 'node:path';

const MAX_FILES = 25;
/** An index by name is not read: a person opens the file that has the name of the call or the bench. */
const INDEXES = ['bench', 'server/calls'];

/** A line for each folder with too many programs. */
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
