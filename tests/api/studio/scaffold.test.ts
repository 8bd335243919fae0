import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guideFiles, guideScaffolds, writeGuideFiles } from '../../support/project/guide.ts';
import { copyProject, type ProjectCopy } from '../../support/project/projectCopy.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const BIN = join(ROOT, 'node_modules', '.bin');

let copy: ProjectCopy;

/** Runs a program in the copy. Returns its exit code and all its output. */
function run(program: string, ...args: string[]): { status: number | null; output: string } {
  const env = { ...process.env, PATH: `${BIN}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy.path, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

beforeAll(async () => {
  copy = await copyProject();
});

afterAll(() => copy.remove());

describe('what the scaffolder writes', () => {
  it.each(['entity', 'page', 'widget', 'call'])('is created at once: %s', (kind) => {
    expect(run('node', 'codegen/new.ts', kind, `cooling${kind}`)).toMatchObject({ status: 0 });
  });

  it('is the starting point of the tutorial', async () => {
    const written: string[] = [];
    for (const args of await guideScaffolds()) {
      const { status, output } = run('node', 'codegen/new.ts', ...args);
      expect(status, output).toBe(0);
      written.push(...[...output.matchAll(/^wrote (.*)$/gm)].map(([, path = '']) => path));
    }
    expect(written.sort()).toEqual(Object.keys(await guideFiles()).sort());
  });

  it("passes codegen, linter and types, as do the guide's examples", async () => {
    await writeGuideFiles(copy.path);
    for (const [program, ...args] of [
      ['node', 'codegen/main.ts'],
      ['biome', 'check', '.'],
      ['node', join(ROOT, 'node_modules/typescript-7/lib/tsc.js'), '--noEmit', '-p', 'tsconfig.json'],
    ] as [string, ...string[]][]) {
      const { status, output } = run(program, ...args);
      expect(status, output).toBe(0);
    }
  });

  it('is never written over', () => {
    const again = run('node', 'codegen/new.ts', 'widget', 'coolingwidget');
    expect(again.status).toBe(1);
    expect(again.output).toContain('exists already');
  });
});

describe('a wrong definition', () => {
  it('ends the codegen with its file, a pointer and exit code 1', async () => {
    await writeFile(
      join(copy.path, 'schemas/dictionaries/broken.json'),
      '{"name":"broken","title":{"zh":"坏"},"entries":[]}',
    );
    const { status, output } = run('node', 'codegen/main.ts');
    expect(status).toBe(1);
    expect(output).toContain('schemas/dictionaries/broken.json#/title: has no English text');
  });
});
