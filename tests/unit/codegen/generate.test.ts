import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { generate, writeGenerated } from '../../../codegen/generate.ts';
import { DefinitionError } from '../../../codegen/problem.ts';
import { batteryRack, LEVEL_FILE, level, projectWith, RACK_FILE } from './fixture.ts';
import { sealedField } from './rackWith.ts';

const generated = (files: Record<string, unknown>): Promise<Record<string, string>> =>
  generate(projectWith(files));

async function problemsOf(files: Record<string, unknown>): Promise<DefinitionError['problems']> {
  const error = await generated(files).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DefinitionError);
  return (error as DefinitionError).problems;
}

const parsed = (text: string | undefined) => JSON.parse(text ?? '') as never;

describe('an entity definition', () => {
  it('generates its five calls with envelope, paging and permissions', async () => {
    const files = await generated({ [RACK_FILE]: batteryRack(), [LEVEL_FILE]: level });
    const api = parsed(files['openapi.json']) as {
      paths: Record<string, Record<string, Record<string, unknown>>>;
    };
    expect(Object.keys(api.paths)).toEqual([
      '/manager/batteryRack/page',
      '/manager/batteryRack/{id}',
      '/manager/batteryRack',
    ]);
    const list = api.paths['/manager/batteryRack/page']?.get;
    expect(list?.['x-permission']).toBe('batteryRack:list');
    const parameters = (list?.parameters ?? []) as { name: string }[];
    expect(parameters.map((parameter) => parameter.name)).toEqual(
      expect.arrayContaining(['search', 'filter', 'sort', 'current', 'size', 'pageNum', 'pageSize']),
    );
    expect(files['calls.ts']).toContain('CustomOperationId = never');
  });

  it('excludes server-owned fields from writes, and closes every body', async () => {
    const files = await generated({ [RACK_FILE]: batteryRack(), [LEVEL_FILE]: level });
    const { components } = parsed(files['openapi.json']) as {
      components: { schemas: Record<string, Record<string, unknown>> };
    };
    const write = components.schemas.BatteryRackWrite;
    expect(Object.keys(write?.properties as object)).toEqual(['name', 'level', 'cells']);
    expect(write?.required).toEqual(['name']);
    expect(write?.additionalProperties).toBe(false);
    expect(components.schemas.BatteryRackUpdate?.required).toEqual(['id', 'version']);
    expect(components.schemas.BatteryRack?.required).toContain('tenantId');
  });

  it('generates its table with types, checks and defaults', async () => {
    const files = await generated({ [RACK_FILE]: batteryRack(), [LEVEL_FILE]: level });
    const [table] = parsed(files['tables.json']) as {
      table: string;
      columns: Record<string, unknown>[];
      unique: string[][];
    }[];
    expect(table?.table).toBe('battery_rack');
    expect(table?.columns).toContainEqual({
      field: 'level',
      name: 'level',
      type: 'text',
      nullable: true,
      check: "level in ('A', 'B')",
    });
    expect(table?.columns).toContainEqual({
      field: 'cells',
      name: 'cells',
      type: 'int8',
      nullable: true,
      default: 12,
      check: 'cells >= 1',
    });
    expect(table?.unique).toEqual([['name']]);
  });

  it('gives a sealed field a long column, and a column with its hash if it is unique', async () => {
    const rack = structuredClone(batteryRack({ unique: [['name'], ['pin']] }));
    Object.assign((rack.schema as { properties: object }).properties, {
      pin: sealedField({ maxLength: 20 }),
      secret: sealedField({}),
    });
    const files = await generated({ [RACK_FILE]: rack, [LEVEL_FILE]: level });
    const [table] = parsed(files['tables.json']) as { columns: { name: string }[]; unique: string[][] }[];
    expect(table?.unique).toEqual([['name'], ['pin_hash']]);
    expect(table?.columns.filter(({ name }) => /pin|secret/.test(name))).toEqual([
      { field: 'pin', name: 'pin', type: 'text', nullable: true },
      { field: 'secret', name: 'secret', type: 'text', nullable: true },
      { field: 'pinHash', name: 'pin_hash', type: 'text', nullable: true, hash: true },
    ]);
    expect(files['database.ts']).toContain('pinHash: ColumnType<never, string | null, string | null>;');
  });

  it('generates a validator without eval that refuses invalid values', async () => {
    const files = await generated({ [RACK_FILE]: batteryRack(), [LEVEL_FILE]: level });
    const code = files['validators/entity_batteryRack.js'] ?? '';
    expect(code).not.toMatch(/new Function|eval\(|require\(/);
    const support = files['validators/support.js']?.replaceAll('export ', '') ?? '';
    const body = code
      .replace(/^import .*$/m, support)
      .replace(/export const (\w+) =/, 'const $1 =')
      .replace('export default', 'return');
    const validate = (new Function(body)() as Record<string, (data: unknown) => boolean>).entity_batteryRack!;
    expect(validate({ name: 'R1', level: 'B' })).toBe(true);
    expect(validate({ name: 'R1', level: 'C' })).toBe(false);
    expect(validate({ name: 'R1', cells: 0 })).toBe(false);
    expect(validate({ name: 'R1', colour: 'red' })).toBe(false);
    expect(validate({})).toBe(false);
  });
});

describe('a wrong definition stops the codegen with file, pointer and correction', () => {
  it('reports the missing language of a text', async () => {
    const problems = await problemsOf({
      [RACK_FILE]: batteryRack({ title: { zh: '电池架' } }),
      [LEVEL_FILE]: level,
    });
    expect(problems).toMatchObject([
      { file: RACK_FILE, pointer: '/title', message: 'has no English text: add "en": "…"' },
    ]);
  });

  it('reports an unknown keyword at its place', async () => {
    const problems = await problemsOf({
      [RACK_FILE]: batteryRack({ colums: ['name'] }),
      [LEVEL_FILE]: level,
    });
    expect(problems[0]).toMatchObject({ file: RACK_FILE, pointer: '/colums' });
    expect(problems[0]?.message).toMatch(/^is not known here: remove it, or use one of name, title/);
  });

  it.each([
    [
      'a dictionary that does not exist',
      {},
      '/schema/properties/level/x-dictionary',
      /not the name of a dictionary/,
    ],
    [
      'a column that is no field',
      { list: { columns: ['nmae'] } },
      '/list/columns/0',
      /"nmae" is not a field of batteryRack: use "name"/,
    ],
    ['a label that is no field', { label: 'title' }, '/label', /"title" is not a field/],
  ])('points at %s', async (_what, overrides, pointer, message) => {
    const problems = await problemsOf({
      [RACK_FILE]: batteryRack(overrides),
      ...(pointer.endsWith('x-dictionary') ? {} : { [LEVEL_FILE]: level }),
    });
    expect(problems[0]).toMatchObject({ file: RACK_FILE, pointer });
    expect(problems[0]?.message).toMatch(message);
  });

  it('names the file with invalid JSON', async () => {
    const problems = await problemsOf({ [RACK_FILE]: '{ "name": ' });
    expect(problems[0]?.file).toBe(RACK_FILE);
    expect(problems[0]?.message).toMatch(/^is not valid JSON/);
  });

  it('also reports errors in the other files', async () => {
    const problems = await problemsOf({ [RACK_FILE]: '{ "name": ', [LEVEL_FILE]: { ...level, entires: [] } });
    expect(problems.map(({ file, pointer }) => [file, pointer])).toEqual([
      [RACK_FILE, ''],
      [LEVEL_FILE, '/entires'],
    ]);
  });

  it('refuses a call without an answer or without access', async () => {
    const problems = await problemsOf({
      'openapi/rack.yaml': 'paths:\n  /manager/rack:\n    get:\n      operationId: rack\n',
    });
    expect(problems.map((problem) => problem.pointer)).toEqual([
      '/paths/~1manager~1rack/get',
      '/paths/~1manager~1rack/get',
    ]);
    expect(problems.map((problem) => problem.message).join(' ')).toMatch(/x-data.*x-permission/);
  });

  it('refuses two calls with one name, and an unknown reference', async () => {
    const call = (path: string, ref: string) =>
      `paths:\n  ${path}:\n    get:\n      operationId: rack\n      x-session: true\n      x-data: { $ref: '${ref}' }\n`;
    const problems = await problemsOf({
      'openapi/a.yaml': call('/manager/a', '#/components/schemas/Nothing'),
      'openapi/b.yaml': call('/manager/b', '#/components/schemas/Nothing'),
    });
    expect(problems.map((problem) => problem.message).join('\n')).toMatch(
      /"rack" is already used by openapi\/a.yaml/,
    );
    expect(problems.map((problem) => problem.pointer)).toContain('/components/schemas/Nothing');
  });
});

describe('a call that an action serves', () => {
  const served = (path: string, action: string, more: string) =>
    problemsOf({
      [RACK_FILE]: batteryRack(),
      [LEVEL_FILE]: level,
      'openapi/rack.yaml': `paths:\n  ${path}:\n    get:\n      operationId: racks\n      x-action: { entity: batteryRack, do: ${action} }\n${more}`,
    });

  it('refuses parameters that it does not read', async () => {
    const [problem, ...others] = await served(
      '/manager/racks',
      'list',
      '      parameters:\n        - { name: search, in: query, schema: { type: string } }\n        - { name: stationSn, in: query, schema: { type: string } }\n',
    );
    expect(others).toEqual([]);
    expect(problem?.pointer).toBe('/paths/~1manager~1racks/get/parameters/1');
    expect(problem?.message).toMatch(/^"stationSn" has no effect.* use one of search, filter/);
  });

  it('refuses a part of the address that it does not read', async () => {
    const problems = await served('/manager/racks/{sn}', 'get', '');
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^"sn" has no effect.* use id,/),
    ]);
  });

  it('refuses a body, which would be ignored', async () => {
    const body = '      requestBody: { content: { application/json: { schema: { type: object } } } }\n';
    const [problem] = await served('/manager/racks', 'list', body);
    expect(problem?.pointer).toBe('/paths/~1manager~1racks/get/requestBody');
    expect(problem?.message).toMatch(/has no effect/);
  });

  it('names the file that already uses its address', async () => {
    const twin = { ...batteryRack(), name: 'batteryShelf', unique: [] };
    const file = 'schemas/entities/ems/batteryShelf.json';
    const problems = await problemsOf({ [RACK_FILE]: batteryRack(), [file]: twin, [LEVEL_FILE]: level });
    expect(problems[0]).toMatchObject({
      file,
      pointer: '/api/base',
      message: `GET /manager/batteryRack/page is already used by ${RACK_FILE}: choose another address`,
    });
  });
});

describe('the page of an entity', () => {
  it('follows from the entity alone, unless a page lists it or it has none', async () => {
    const pagesOf = async (more: Record<string, unknown>, files: Record<string, string> = {}) => {
      const { 'pages.ts': pages } = await generated({
        [RACK_FILE]: { ...batteryRack(), ...more },
        [LEVEL_FILE]: level,
        ...files,
      });
      expect(pages).toMatch(/export type PageName = /);
      return JSON.parse(/= (\[[\s\S]*\]) as/.exec(pages ?? '')?.[1] ?? '[]') as { route: string }[];
    };
    expect(await pagesOf({})).toMatchObject([
      {
        route: '/main/operation/batteryRack',
        kind: 'list',
        entity: 'batteryRack',
        permission: 'batteryRack:list',
      },
    ]);
    expect(await pagesOf({ page: { route: '/main/racks' } })).toMatchObject([{ route: '/main/racks' }]);
    expect(await pagesOf({ page: false })).toEqual([]);
  });
});

describe('what is generated', () => {
  it('replaces existing files atomically, and only if they differ', () => {
    const root = mkdtempSync(join(tmpdir(), 'wattdeck-generated-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    expect(writeGenerated(root, { 'pages.ts': 'old', 'types.ts': 'same', 'gone.ts': '' })).toHaveLength(3);
    const linked = join(root, 'kept.ts');
    linkSync(join(root, 'generated/pages.ts'), linked);
    expect(writeGenerated(root, { 'pages.ts': 'new', 'types.ts': 'same' })).toEqual(['pages.ts']);
    expect(readFileSync(join(root, 'generated/pages.ts'), 'utf8')).toBe('new');
    // A process that has the file open reads the whole old one.
    expect(readFileSync(linked, 'utf8')).toBe('old');
    expect(readdirSync(join(root, 'generated')).sort()).toEqual(['pages.ts', 'types.ts']);
  });
});
