/**
 * Measures the codegen over at least 150 entities, in its own process. It runs all steps of `npm run codegen`, in a
 * copy of the project. Missing entities are copies under other names. Goal: 3 s.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addDefinitions, planCopies } from '../tests/copies/copies.ts';
import { copyProject } from '../tests/support/project/projectCopy.ts';
import { judge } from './kit/report.ts';
import { isMini, sized } from './kit/size.ts';

const GOAL_S = 3;
const ENTITIES = 150;
/** Number of entities that a miniature run adds to the existing ones. */
const FEW = 2;
const ROUNDS = sized(3, 1);

interface Described {
  paths: Record<string, Record<string, unknown>>;
}

const countEntities = (root: string): number => globSync('schemas/entities/**/*.json', { cwd: root }).length;

async function countCalls(root: string): Promise<number> {
  const { paths } = JSON.parse(await readFile(join(root, 'generated/openapi.json'), 'utf8')) as Described;
  return Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
}

function runCodegen(root: string): number {
  const start = performance.now();
  const args = ['--import', './server/preload.js', 'codegen/main.ts'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.slice(0, 2000));
  return performance.now() - start;
}

interface CodegenBench {
  entities: number;
  calls: number;
  /** The shortest of several runs, from the start of the process to its end. */
  ms: number;
}

async function benchCodegen(): Promise<CodegenBench> {
  const copy = await copyProject();
  try {
    runCodegen(copy.path);
    const [entities, calls] = [countEntities(copy.path), await countCalls(copy.path)];
    const added = isMini ? FEW : Math.max(0, ENTITIES - entities);
    addDefinitions(copy.path, planCopies(copy.path, added));
    let ms = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round += 1) {
      // Runs without generated files, as after a fresh checkout.
      await rm(join(copy.path, 'generated'), { recursive: true, force: true });
      await mkdir(join(copy.path, 'generated'));
      ms = Math.min(ms, runCodegen(copy.path));
    }
    const bench = { entities: countEntities(copy.path), calls: await countCalls(copy.path), ms };
    assert.ok(bench.entities >= entities + added, 'the copies are defined');
    assert.ok(bench.calls >= calls + added, 'the calls of the copies are described');
    return bench;
  } finally {
    await copy.remove();
  }
}

const { entities, calls, ms } = await benchCodegen();
const seconds = ms / 1000;
console.log(
  `codegen over ${entities} entities and ${calls} calls: ${seconds.toFixed(2)} s (${judge({ value: seconds, goal: GOAL_S, better: 'less' })})`,
);
