/** Runs the first calls of the guide for programs exactly as the guide shows them. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needs } from '../../support/server/needs.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

let server: TestServer;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  server = await startServer();
  const client = await login(server);
  await makeSite(client, 'GUIDE');
  const { key } = await client.call('apiKeyCreate', {
    body: { name: 'guide', scopes: ['station:list'], days: 1 },
  });
  env = { ...process.env, WATTDECK_URL: server.url, API_KEY: key };
});
afterAll(() => server?.stop());

async function readBlock(language: string): Promise<string> {
  const guide = await readFile(join(ROOT, 'docs/programs.md'), 'utf8');
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1];
  if (!block) throw new Error(`the guide shows nothing in ${language}`);
  return block;
}

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

it('curl', needs(hasCurl, 'curl'), async () => {
  const { stdout } = await run('sh', ['-c', await readBlock('sh')], { env });
  expect(JSON.parse(stdout)).toMatchObject({ code: 0 });
  expect(stdout).toContain('GUIDE');
});

it('openapi-fetch', async () => {
  const script = ['--input-type=module-typescript', '--eval', await readBlock('ts')];
  const { stdout } = await run(process.execPath, script, { env, cwd: ROOT });
  expect(JSON.parse(stdout)).toMatchObject({ code: 0 });
  expect(stdout).toContain('GUIDE');
});
