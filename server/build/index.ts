import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../platform/config.ts';
import { precompressFolder } from './precompress.ts';
import { hashSources, readStamp, STAMP_FILE } from './stamp.ts';

export const ROOT = join(import.meta.dirname, '..', '..');

/** A child of its own, so that its memory is gone when the server starts. */
export function runStep(script: string, args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(ROOT, script), ...args], { cwd: ROOT, stdio: 'inherit' });
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done();
      else fail(new StartError(`the build failed (${script}); see above`));
    });
  });
}

const isBuilt = (hash: string): boolean =>
  readStamp(ROOT) === hash &&
  existsSync(join(ROOT, 'generated/openapi.json')) &&
  existsSync(join(ROOT, 'dist/index.html'));

/** Makes generated/ and dist/ when their sources changed since the last time. */
export async function ensureBuild(): Promise<void> {
  const hash = hashSources(ROOT);
  if (isBuilt(hash)) return;
  console.log('Building the pages …');
  await runStep('codegen/main.ts', []);
  await runStep('node_modules/vite/bin/vite.js', ['build', '--logLevel', 'warn']);
  await precompressFolder(join(ROOT, 'dist'));
  await writeFile(join(ROOT, STAMP_FILE), hash);
}
