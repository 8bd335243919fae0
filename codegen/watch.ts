import { statSync, watch } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['schemas', 'openapi'];

/** Time until an empty file is read again, and the maximum number of reads. */
const AGAIN_MS = 100;
const MOST_LOOKS = 10;

/** Returns whether an editor has emptied a file before writing it. */
function isBeingWritten(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === 0;
}

/**
 * Reports each definition that is saved, moved or removed below the root.
 * Returns a function that stops the watch.
 */
export function watchDefinitions(root: string, onSaved: (path: string) => void): () => void {
  const waiting = new Map<string, NodeJS.Timeout>();
  // The event of the content may be missing, because a new file has no watcher yet.
  const report = (path: string, looks = 0): void => {
    clearTimeout(waiting.get(path));
    waiting.delete(path);
    if (looks < MOST_LOOKS && isBeingWritten(path))
      waiting.set(
        path,
        setTimeout(() => report(path, looks + 1), AGAIN_MS),
      );
    else onSaved(path);
  };
  const watchers = FOLDERS.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => report(join(root, folder, name ?? ''))),
  );
  return () => {
    for (const watcher of watchers) watcher.close();
    for (const timer of waiting.values()) clearTimeout(timer);
  };
}
