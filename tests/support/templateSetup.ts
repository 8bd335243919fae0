import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { memoryFolder, TEMPLATE } from './server.ts';

/** Makes the database and its tables once a run: for every server anew, it would take longer than most test files. */
export default async function setup(): Promise<() => Promise<void>> {
  const { path, remove } = await memoryFolder();
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'template.ts'), path]);
  process.env[TEMPLATE] = path;
  return remove;
}
