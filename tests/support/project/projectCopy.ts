/** A copy of the project's sources in a folder of its own, so that a test may change definitions. */
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Left out of the copy: what is big, belongs to a running product, or is made anew. */
const LEFT = new Set(['node_modules', '.git', 'data', 'dist', 'tests', 'bench', 'docs']);

export interface ProjectCopy {
  path: string;
  remove(): Promise<void>;
}

export async function copyProject(): Promise<ProjectCopy> {
  const path = await mkdtemp(join(tmpdir(), 'wattdeck-project-'));
  const entries = (await readdir(ROOT)).filter((name) => !LEFT.has(name));
  await Promise.all(entries.map((name) => cp(join(ROOT, name), join(path, name), { recursive: true })));
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'), 'dir');
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}
