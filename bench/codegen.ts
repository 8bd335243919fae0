/**
 * Codegen over 150 entities and 800 calls, as a process of its own: everything that `npm run codegen` does, in a copy
 * of the project whose definitions are multiplied. Goal: 3 s.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyProject } from '../tests/support/project/projectCopy.ts';
import { judge } from './kit/report.ts';
import { isMini, sized } from './kit/size.ts';

const GOAL_S = 3;
/** In miniature two of each are added to what is there. */
const ENTITIES = 150;
const CALLS = 800;
const FEW = 2;
const ROUNDS = sized(3, 1);
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
  const wanted = isMini ? there + FEW : ENTITIES;
  for (let index = there; index < wanted; index += 1) {
    const name = `benchThing${index}`;
    const entity = { ...model, name, api: { base: `/manager/${name}` } };
    await writeFile(join(folder, `${name}.json`), JSON.stringify(entity));
  }
}

const readDescription = async (root: string): Promise<Described> =>
  JSON.parse(await readFile(join(root, 'generated/openapi.json'), 'utf8')) as Described;

const countCalls = async (root: string): Promise<number> => {
  const { paths } = await readDescription(root);
  return Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
};

/** Calls of their own beside those of the entities, each with a parameter, a body and an answer. */
async function multiplyCalls(root: string): Promise<void> {
  const missing = isMini ? FEW : Math.max(0, CALLS - (await countCalls(root)));
  const paths = Array.from({ length: missing }, (_, index) => {
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

interface CodegenBench {
  calls: number;
  /** The best of some runs, from the start of the process to its end. */
  ms: number;
}

async function benchCodegen(): Promise<CodegenBench> {
  const copy = await copyProject();
  try {
    await multiplyEntities(copy.path);
    // The calls of the entities count among those that are wanted.
    if (!isMini) runCodegen(copy.path);
    await multiplyCalls(copy.path);
    let ms = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round += 1) {
      // From nothing, as after a fresh checkout.
      await rm(join(copy.path, 'generated'), { recursive: true, force: true });
      await mkdir(join(copy.path, 'generated'));
      ms = Math.min(ms, runCodegen(copy.path));
    }
    const { paths } = await readDescription(copy.path);
    assert.ok(paths['/manager/bench/0/{id}'], 'the calls are described');
    assert.ok(
      Object.keys(paths).some((path) => path.startsWith('/manager/benchThing')),
      'and the entities',
    );
    return { calls: await countCalls(copy.path), ms };
  } finally {
    await copy.remove();
  }
}

const { calls, ms } = await benchCodegen();
const seconds = ms / 1000;
console.log(
  `codegen over ${ENTITIES} entities and ${calls} calls: ${seconds.toFixed(2)} s (${judge({ value: seconds, goal: GOAL_S, better: 'less' })})`,
);
