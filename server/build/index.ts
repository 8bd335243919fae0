import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../platform/startError.ts';
import { precompressFolder } from './precompress.ts';
import { hashSources, makeStamp, readStamp, STAMP_FILE } from './stamp.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
/** Vite is a development dependency. If its file is missing, development dependencies are not installed. */
const VITE = 'node_modules/vite/bin/vite.js';

/** Runs in a child process, so that its memory is released before the server starts. */
function runStep(root: string, script: string, args: readonly string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done();
      else fail(new StartError(`the build failed (${script}); see above`));
    });
  });
}

/**
 * Builds generated/ and dist/ if they do not match their sources. Throws StartError if that fails, or if the build
 * tools are not installed.
 */
export async function ensureBuild(root = ROOT): Promise<void> {
  const sources = hashSources(root);
  if (readStamp(root) === makeStamp(root, sources)) return;
  if (!existsSync(join(root, VITE))) {
    throw new StartError(
      'generated/ and dist/ are missing or older than their sources, and the build tools are not installed: run "npm ci && npm run build" first, then "npm ci --omit=dev" where they shall not stay',
    );
  }
  console.log('Building the pages …');
  await runStep(root, 'codegen/main.ts', []);
  await runStep(root, VITE, ['build', '--logLevel', 'warn']);
  await precompressFolder(join(root, 'dist'));
  await writeFile(join(root, STAMP_FILE), makeStamp(root, sources));
}
