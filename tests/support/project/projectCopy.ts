/** A copy of the project's sources in a separate folder, so that a test may change definitions. */
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Folders that no copy contains, because they are large, generated, or belong to a running product. */
const LEFT = ['node_modules', '.git', 'data', 'dist'];
/** Folders that the product does not need. */
const BESIDE = ['tests', 'bench', 'docs', 'vitest.config.ts'];

export interface ProjectCopy {
  path: string;
  remove(): Promise<void>;
}

/** Copies all sources into a folder, with the packages of the project. */
export async function copySources(path: string, beside: readonly string[] = []): Promise<void> {
  const entries = (await readdir(ROOT)).filter((name) => ![...LEFT, ...beside].includes(name));
  await mkdir(path, { recursive: true });
  await Promise.all(entries.map((name) => cp(join(ROOT, name), join(path, name), { recursive: true })));
  await symlink(join(ROOT, 'node_modules'), join(path, 'node_modules'), 'dir');
}

export async function copyProject(): Promise<ProjectCopy> {
  const path = await mkdtemp(join(tmpdir(), 'wattdeck-project-'));
  await copySources(path, BESIDE);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}
