/** A killed test run leaves no folder and no PostgreSQL behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { isProcessAlive } from '../../support/server/process.ts';
import { RUN_HOME } from '../../support/server/run/runHome.ts';

/** A test run that prints its folder and never ends. */
const RUN = `
  const { default: setup } = await import('./tests/support/server/run/runSetup.ts');
  await setup();
  const { dataFolder } = await import('./tests/support/server/folders.ts');
  await dataFolder();
  console.log(process.env.${RUN_HOME});
  setInterval(() => {}, 1000);
`;

it.each(['SIGKILL', 'SIGTERM'] as const)('a run that ends by %s', async (signal) => {
  const { PATH = '' } = process.env;
  const run = spawn(process.execPath, ['--input-type=module', '-e', RUN], {
    env: { PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [home] = (await once(createInterface(run.stdout), 'line')) as [string];
  const [folder = ''] = globSync('site-postgres-*', { cwd: home });
  const postmaster = Number(readFileSync(join(home, folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
  expect(isProcessAlive(postmaster)).toBe(true);
  run.kill(signal);
  await expect.poll(() => isProcessAlive(postmaster)).toBe(false);
  await expect.poll(() => existsSync(home)).toBe(false);
});
