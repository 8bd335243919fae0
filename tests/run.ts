/**
 * `npm test`: every check of the project, one after the other, with the time each took.
 * `npm test -- unit api` runs only the named steps.
 */
import { spawnSync } from 'node:child_process';

interface Step {
  name: string;
  command: string[];
}

const STEPS: Step[] = [
  { name: 'codegen', command: ['node', 'codegen/main.ts'] },
  { name: 'lint', command: ['npm', 'run', '-s', 'lint'] },
  { name: 'types', command: ['npm', 'run', '-s', 'types'] },
  { name: 'dead-code', command: ['knip'] },
  { name: 'unit', command: ['vitest', 'run', '--project', 'unit'] },
  { name: 'build', command: ['vite', 'build', '--logLevel', 'warn'] },
  { name: 'api', command: ['vitest', 'run', '--project', 'api'] },
  { name: 'story', command: ['vitest', 'run', '--config', '.storybook/vitest.config.ts'] },
  { name: 'browser', command: ['vitest', 'run', '--project', 'browser'] },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length) {
  console.error(
    `There is no step ${unknown.join(', ')}; there are ${STEPS.map((step) => step.name).join(', ')}.`,
  );
  process.exit(1);
}

const results = STEPS.filter((step) => !wanted.length || wanted.includes(step.name)).map((step) => {
  console.log(`\n── ${step.name} ──`);
  const start = performance.now();
  const [program = '', ...args] = step.command;
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  return { name: step.name, passed: status === 0, seconds: (performance.now() - start) / 1000 };
});

console.log('\n── summary ──');
for (const { name, passed, seconds } of results) {
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s`);
}
const failed = results.filter((result) => !result.passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
