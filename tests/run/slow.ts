/**
 * `npm run test:slow` runs the steps of `npm test` beside eight busy programs. All tests must pass there too, because
 * no result may depend on speed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAMS = 8;
/** A busy program ends automatically when its parent has ended. */
const NEVER_REST = 'const { ppid } = process; while (process.ppid === ppid);';

const busy = Array.from({ length: PROGRAMS }, () =>
  spawn(process.execPath, ['-e', NEVER_REST], { stdio: 'ignore' }),
);
const steps = spawn(
  process.execPath,
  ['--import', './server/preload.js', 'tests/run/main.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
const [code] = (await once(steps, 'close')) as [number | null];
for (const one of busy) one.kill('SIGKILL');
process.exitCode = code ?? 1;
