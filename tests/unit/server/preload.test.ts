import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const { engines, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  engines: { node: string };
  scripts: Record<string, string>;
};

/** Runs the check in a Node that reports another version. */
const runAs = (version: string) =>
  new Promise<{ code: unknown; errors: string }>((done) => {
    const disguise = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
    const imports = [`data:text/javascript,${encodeURIComponent(disguise)}`, './server/preload.js'];
    execFile(
      process.execPath,
      [...imports.flatMap((path) => ['--import', path]), '-e', '0'],
      { cwd: ROOT },
      (error, _, errors) => done({ code: error?.code ?? 0, errors }),
    );
  });

test.each([
  ['20.20.2', 1],
  ['24.6.0', 1],
  ['24.7.0', 0],
  ['26.0.0', 0],
])('Node %s ends with %d', async (version, code) => {
  const ran = await runAs(version);
  expect(ran.code).toBe(code);
  if (code === 0) return expect(ran.errors).toBe('');
  expect(ran.errors.trim().split('\n')).toHaveLength(1);
  expect(ran.errors).toContain(
    `Node ${engines.node.replace('>=', '')} or newer is needed, this is ${version};`,
  );
});

test('processes store their compiled code in the checkout, or in a configured folder', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'wattdeck-compiled-'));
  const placeIn = async (env: NodeJS.ProcessEnv) => {
    const args = ['--import', './server/preload.js', '-p', 'process.env.NODE_COMPILE_CACHE'];
    return (await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })).stdout.trim();
  };
  expect(await placeIn({})).toBe(join(ROOT, 'node_modules/.cache/compiled'));
  expect(await placeIn({ NODE_COMPILE_CACHE: elsewhere })).toBe(elsewhere);
  await rm(elsewhere, { recursive: true });
});

test('every command that runs TypeScript requires that Node first', () => {
  const commands = Object.values(scripts).filter((command) => /\bnode .*\.ts\b/.test(command));
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) expect(command).toContain('node --import ./server/preload.js ');
});
