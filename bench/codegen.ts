/**
 * Codegen over 150 entities and 800 calls, as a process of its own: everything that `npm run codegen` does, in a copy
 * of the project whose definitions are multiplied. Goal: 3 s.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyProject } from '../tests/support/project/projectCopy.ts';

export const GOAL_MS = 3_000;
const ENTITIES = 150;
const CALLS = 800;
const ROUNDS = 3;
/** An entity of middling size with dictionaries, conditions and a list, to which no other refers. */
const MODEL = 'schemas/entities/ems/deviceVariable.json';

interface Described {
  paths: Record<string, Record<string, unknown>>;
}

const folderJson = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));

async function multiplyEntities(root: string): Promise<void> {
  const model = JSON.parse(await readFile(join(root, MODEL), 'utf8')) as Record<string, unknown>;
  const there = (await folderJson(join(root, 'schemas/entities'))).length;
  const folder = join(root, 'schemas/entities/bench');
  await mkdir(folder, { recursive: true });
  for (let index = there; index < ENTITIES; index += 1) {
    const name = `benchThing${index}`;
    const entity = { ...model, name, api: { base: `/manager/${name}` } };
    await writeFile(join(folder, `${name}.json`), JSON.stringify(entity));
  }
}

const countCalls = async (root: string): Promise<number> => {
  const { paths } = JSON.parse(await readFile(join(root, 'generated/openapi.json'), 'utf8')) as Described;
  return Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
};

/** Calls of their own beside those of the entities, each with a parameter, a body and an answer. */
async function multiplyCalls(root: string, missing: number): Promise<void> {
  const paths = Array.from({ length: Math.max(0, missing) }, (_, index) => {
    const answer = {
      type: 'object',
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
      required: ['id'],
    };
    const body = {
      type: 'object',
      properties: { name: { type: 'string' }, amount: { type: 'number' } },
      required: ['name'],
    };
    const operation = {
      operationId: `benchCall${index}`,
      summary: 'A call of the bench',
      'x-session': true,
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      'x-data': answer,
    };
    return [`/manager/bench/${index}/{id}`, { post: operation }];
  });
  // JSON is YAML.
  await writeFile(join(root, 'openapi/bench.yaml'), JSON.stringify({ paths: Object.fromEntries(paths) }));
}

function runCodegen(root: string): number {
  const start = performance.now();
  const args = ['--import', './server/preload.js', 'codegen/main.ts'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.slice(0, 2000));
  return performance.now() - start;
}

export interface CodegenBench {
  calls: number;
  /** The best of some runs, from the start of the process to its end. */
  ms: number;
}

export async function benchCodegen(): Promise<CodegenBench> {
  const copy = await copyProject();
  try {
    await multiplyEntities(copy.path);
    runCodegen(copy.path);
    await multiplyCalls(copy.path, CALLS - (await countCalls(copy.path)));
    runCodegen(copy.path);
    let ms = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round += 1) {
      // From nothing, as after a fresh checkout.
      await rm(join(copy.path, 'generated'), { recursive: true, force: true });
      await mkdir(join(copy.path, 'generated'));
      ms = Math.min(ms, runCodegen(copy.path));
    }
    return { calls: await countCalls(copy.path), ms };
  } finally {
    await copy.remove();
  }
}

if (import.meta.main) {
  const { calls, ms } = await benchCodegen();
  console.log(
    `codegen over ${ENTITIES} entities and ${calls} calls: ${(ms / 1000).toFixed(2)} s (goal ${GOAL_MS / 1000} s)`,
  );
  if (ms > GOAL_MS) process.exitCode = 1;
}
