import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import { DefinitionError } from '../../../codegen/problem.ts';

// The first codegen of a process loads the tools.
vi.setConfig({ testTimeout: 60_000 });

const PROJECT = resolve(import.meta.dirname, '../../..');

/** Creates a project with the real meta schemas and the given files, until the test is over. Returns its root. */
export function projectWith(files: Record<string, unknown>): string {
  const root = mkdtempSync(join(tmpdir(), 'wattdeck-codegen-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  cpSync(join(PROJECT, 'schemas/meta'), join(root, 'schemas/meta'), { recursive: true });
  mkdirSync(join(root, 'generated'));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

/** Returns a small valid entity; override the parts that a test is about. */
export function batteryRack(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: 'batteryRack',
    title: { zh: '电池架', en: 'Battery rack' },
    label: 'name',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: { zh: '名称', en: 'Name' }, maxLength: 100 },
        level: { type: 'string', title: { zh: '级别', en: 'Level' }, 'x-dictionary': 'level' },
        cells: { type: 'integer', title: { zh: '电芯数', en: 'Cells' }, minimum: 1, default: 12 },
        token: { type: 'string', title: { zh: '令牌', en: 'Token' }, readOnly: true },
      },
      required: ['name', 'token'],
    },
    list: { columns: ['name', 'level'] },
    unique: [['name']],
    api: { base: '/manager/batteryRack' },
    ...overrides,
  };
}

export const level = {
  name: 'level',
  title: { zh: '级别', en: 'Level' },
  entries: [
    { value: 'A', title: { zh: '甲', en: 'A' } },
    { value: 'B', title: { zh: '乙', en: 'B' }, disabled: true },
  ],
};

export const RACK_FILE = 'schemas/entities/ems/batteryRack.json';
export const LEVEL_FILE = 'schemas/dictionaries/level.json';

/** Returns the problems of a project with one wrong line of a call: the place below the line, and the message. */
export async function lineProblems(generated: Promise<unknown>): Promise<string[]> {
  const error: unknown = await generated.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DefinitionError);
  return (error as DefinitionError).problems.map(
    ({ pointer, message }) => `${pointer.split('/x-action').at(-1)} ${message}`,
  );
}
