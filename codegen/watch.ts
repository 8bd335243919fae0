import { statSync, watch } from 'node:fs';
import { join } from 'node:path';

const FOLDERS = ['schemas', 'openapi'];

/** Returns whether an editor has emptied a file before writing it. The content then comes with a second event. */
function isBeingWritten(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === 0;
}

/**
 * Reports each definition that is saved, moved or removed below the root.
 *
 * @returns what ends it
 */
export function watchDefinitions(root: string, onSaved: (path: string) => void): () => void {
  const watchers = FOLDERS.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_, name) => {
      const path = join(root, folder, name ?? '');
      if (!isBeingWritten(path)) onSaved(path);
    }),
  );
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}
