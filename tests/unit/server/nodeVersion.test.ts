import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const { engines, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};

/** `--no-strip-types` makes this Node as blind to TypeScript as an older one is. */
const runBlind = (args: readonly string[]) =>
  new Promise<{ code: unknown; errors: string }>((done) => {
    execFile(process.execPath, ['--no-strip-types', ...args], { cwd: ROOT }, (error, _, errors) =>
      done({ code: error?.code, errors }),
    );
  });

test('a Node that cannot read TypeScript is told which one can', async () => {
  const { code, errors } = await runBlind(['--import', './server/nodeVersion.js', 'server/start.ts']);
  expect(code).toBe(1);
  expect(errors.trim().split('\n')).toHaveLength(1);
  for (const [version] of engines.node.matchAll(/\d+\.\d+/g)) expect(errors).toContain(version);
  expect(errors).toContain(`this is ${process.versions.node}`);
});

test('every command that runs TypeScript asks for that Node first', () => {
  const commands = Object.values(scripts).filter((command) => /\bnode .*\.ts\b/.test(command));
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) expect(command).toContain('node --import ./server/nodeVersion.js ');
});
