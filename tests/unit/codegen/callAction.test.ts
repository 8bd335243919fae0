import { describe, expect, it } from 'vitest';
import { generate } from '../../../codegen/generate.ts';
import { DefinitionError } from '../../../codegen/problem.ts';
import { batteryRack, LEVEL_FILE, level, projectWith, RACK_FILE } from './fixture.ts';

interface Described {
  parameters?: { name: string; in: string; required?: boolean; schema: Record<string, unknown> }[];
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { content?: Record<string, { schema: { properties: { data: unknown } } }> }>;
  [keyword: string]: unknown;
}

const STATES = {
  field: 'level',
  initial: 'A',
  transitions: [
    {
      name: 'seal',
      title: { zh: '封存', en: 'Seal' },
      from: ['A'],
      to: 'B',
      form: {
        type: 'object',
        properties: { reason: { type: 'string', title: { zh: '原因', en: 'Reason' }, maxLength: 50 } },
      },
    },
  ],
};

/** Generates a project with one line at an address. Its entity has states and a parent. */
function project(method: string, path: string, line: string, more = '', actions?: string[]) {
  const rack = batteryRack({
    api: { base: '/manager/batteryRack', ...(actions && { do: actions }) },
    states: STATES,
    parent: 'aboveId',
    unique: [['name'], ['code']],
  }) as {
    schema: { properties: object };
  };
  Object.assign(rack.schema.properties, {
    aboveId: { type: 'integer', title: { zh: '上级', en: 'Above' }, 'x-ref': 'batteryRack' },
    code: {
      type: 'string',
      title: { zh: '编号', en: 'Code' },
      'x-sequence': { pattern: '{cells}-{n:3}', given: true },
    },
  });
  const root = projectWith({
    [RACK_FILE]: rack,
    [LEVEL_FILE]: level,
    'openapi/rack.yaml': `paths:\n  ${path}:\n    ${method}:\n      operationId: tried\n      x-action: ${line}\n${more}`,
  });
  return generate(root);
}

async function describedAs(method: string, path: string, line: string): Promise<Described> {
  const files = await project(method, path, line);
  const api = JSON.parse(files['openapi.json'] ?? '') as { paths: Record<string, Record<string, Described>> };
  return api.paths[path]![method]!;
}

async function problemsOf(method: string, path: string, line: string, more = '', actions?: string[]) {
  const error = await project(method, path, line, more, actions).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DefinitionError);
  return (error as DefinitionError).problems.map(
    ({ pointer, message }) => `${pointer.split('/x-action').at(-1)} ${message}`,
  );
}

const answerOf = ({ responses }: Described) =>
  responses['200']?.content?.['application/json']?.schema.properties.data;
const namesOf = ({ parameters = [] }: Described) => parameters.map(({ name }) => name);

describe('the line of a call', () => {
  it('has parameters for its values, with the schema of the field, and returns an array', async () => {
    const list = await describedAs(
      'get',
      '/manager/racksOf/{cells}',
      '{ entity: batteryRack, do: list, as: array, where: { cells: { path: cells }, level: { query: kind, optional: true } }, fields: [id, name], rename: { name: title } }',
    );
    expect(list.parameters).toEqual([
      { name: 'cells', in: 'path', required: true, schema: expect.objectContaining({ minimum: 1 }) },
      { name: 'kind', in: 'query', required: false, schema: expect.objectContaining({ type: 'string' }) },
    ]);
    expect(list['x-permission']).toBe('batteryRack:list');
    expect(answerOf(list)).toMatchObject({
      type: 'array',
      items: { properties: { id: {}, title: {} }, required: ['id', 'title'], additionalProperties: false },
    });
  });

  it('reads a list from a body, with its page and its filters', async () => {
    const list = await describedAs(
      'post',
      '/manager/racks',
      '{ entity: batteryRack, do: list, from: body, where: { level: { body: level } } }',
    );
    const schema = list.requestBody?.content['application/json']?.schema as {
      properties: object;
      required: string[];
    };
    expect(Object.keys(schema.properties)).toEqual(
      expect.arrayContaining(['search', 'filter', 'current', 'size', 'level']),
    );
    expect(schema.required).toEqual(['level']);
    expect(namesOf(list)).toEqual([]);
  });

  it('has one parameter for a value that either of two fields may have', async () => {
    const list = await describedAs(
      'get',
      '/manager/racksNear',
      '{ entity: batteryRack, do: list, as: array, mine: true, either: { aboveId: { query: rack }, id: { query: rack } } }',
    );
    expect(namesOf(list)).toEqual(['rack']);
    const wrong = '{ entity: batteryRack, do: list, either: { aboveId: 1, beside: 2 } }';
    expect(await problemsOf('get', '/manager/racksNear', wrong)).toEqual([
      expect.stringMatching(/^\/either .*batteryRack/),
    ]);
  });

  it("has the entity's own optional list parameters, and screens call it", async () => {
    const own = '{ entity: batteryRack, do: list, where: { code: { query: code, optional: true } } }';
    const files = await project('get', '/manager/batteryRack/page', own);
    const api = JSON.parse(files['openapi.json'] ?? '') as {
      paths: Record<string, Record<string, Described>>;
    };
    const { get } = api.paths['/manager/batteryRack/page']!;
    expect(namesOf(get!)).toEqual(expect.arrayContaining(['search', 'filter', 'current', 'code']));
    expect(files['callPlaces.ts']).toMatch(/"list": ?"tried"/);
    // At another address, or with a required parameter, the call does not replace the list.
    const elsewhere = await project('get', '/manager/racks', own);
    expect(elsewhere['callPlaces.ts']).toMatch(/"list": ?"batteryRackPage"/);
    const action = '{ entity: batteryRack, do: list, where: { code: { query: code } } }';
    expect(await problemsOf('get', '/manager/batteryRack/page', action)).toEqual([
      expect.stringMatching(/GET \/manager\/batteryRack\/page/),
    ]);
  });

  it('provides the calls of the screen, or `api.do` provides them, otherwise it is refused', async () => {
    const other = '{ entity: batteryRack, do: options }';
    expect(await problemsOf('get', '/manager/racks', other, '', ['get', 'create'])).toEqual([
      expect.stringMatching(/^\/api\/do is missing "list", which the page BatteryRackList calls/),
    ]);
    const plain = '{ entity: batteryRack, do: list }';
    await project('get', '/manager/racks', plain, '', ['get', 'create']);
    // Each record of a list opens on a page of its own.
    expect(await problemsOf('get', '/manager/racks', plain, '', ['create'])).toEqual([
      expect.stringMatching(/^\/api\/do is missing "get", which the page BatteryRackList calls/),
    ]);
  });

  it('nests a tree in itself', async () => {
    const tree = await describedAs(
      'get',
      '/manager/rackTree',
      '{ entity: batteryRack, do: list, as: tree, fields: [id, name] }',
    );
    expect(answerOf(tree)).toEqual({ type: 'array', items: { $ref: '#/components/schemas/TriedNode' } });
  });

  it('finds a record by a unique field, changes fields of many, and moves them', async () => {
    const get = await describedAs(
      'get',
      '/manager/rack/{sn}',
      '{ entity: batteryRack, do: get, by: { name: { path: sn } } }',
    );
    expect(namesOf(get)).toEqual(['sn']);
    const update = await describedAs(
      'put',
      '/manager/rack/{sn}',
      '{ entity: batteryRack, do: update, by: { name: { path: sn } } }',
    );
    expect(namesOf(update)).toEqual(['sn']);
    // The path identifies the record, so the body needs no id.
    expect(update.requestBody?.content['application/json']?.schema.required).toEqual(['version']);
    const set = await describedAs(
      'post',
      '/manager/cells',
      '{ entity: batteryRack, do: set, many: { body: ids }, values: { cells: { body: cells } } }',
    );
    expect(set.requestBody?.content['application/json']?.schema).toMatchObject({
      properties: { ids: { type: 'array', maxItems: 500 }, cells: { type: 'integer' } },
      required: ['cells', 'ids'],
    });
    const move = await describedAs(
      'put',
      '/manager/seal',
      '{ entity: batteryRack, do: transition, transition: seal, form: { reason: { body: why } } }',
    );
    expect(move['x-permission']).toBe('batteryRack:seal');
    expect(namesOf(move)).toEqual(['id']);
  });

  it('saves, offers choices, exports and accepts files', async () => {
    const save = await describedAs('post', '/manager/saveRack', '{ entity: batteryRack, do: save }');
    expect(save['x-session']).toBe(true);
    expect(save.requestBody?.content['application/json']?.schema).toMatchObject({
      properties: { id: {}, version: {}, name: {} },
      dependentRequired: { id: ['version'] },
    });
    const options = await describedAs(
      'get',
      '/manager/rackNames',
      '{ entity: batteryRack, do: options, key: name }',
    );
    expect(answerOf(options)).toMatchObject({ items: { required: ['value', 'label'] } });
    const sheet = await describedAs(
      'get',
      '/manager/rackSheet',
      '{ entity: batteryRack, do: export, format: csv }',
    );
    expect(sheet['x-permission']).toBe('batteryRack:export');
    expect(sheet.responses['200']?.content).toHaveProperty('text/csv');
    const entries = await describedAs('get', '/manager/levels', '{ dictionary: level, do: entries }').catch(
      (error: unknown) => (error as DefinitionError).problems.map(({ message }) => message),
    );
    // This small project lacks only the schema of an entry.
    expect(entries).toEqual([expect.stringContaining('referred to')]);
  });

  it('has the form or the record of a transition in its body, and reserves a number from its parts', async () => {
    const carried = await describedAs(
      'post',
      '/manager/sealed',
      '{ entity: batteryRack, do: transition, transition: seal, from: body, by: { id: { body: rack } } }',
    );
    expect(carried.requestBody?.content['application/json']?.schema).toMatchObject({
      properties: { rack: { type: 'integer' }, reason: { maxLength: 50 } },
      required: ['rack'],
    });
    const saved = await describedAs(
      'post',
      '/manager/sealNew',
      '{ entity: batteryRack, do: transition, transition: seal, save: true, form: { reason: { body: why } } }',
    );
    expect(saved['x-permission']).toBe('batteryRack:seal');
    expect(namesOf(saved)).toEqual([]);
    expect(saved.requestBody?.content['application/json']?.schema).toMatchObject({
      properties: { id: {}, version: {}, name: {}, why: { maxLength: 50 } },
      dependentRequired: { id: ['version'] },
    });
    const number = await describedAs(
      'get',
      '/manager/rackCode',
      '{ entity: batteryRack, do: number, field: code, values: { cells: { query: cells } } }',
    );
    expect(number['x-permission']).toBe('batteryRack:create');
    expect(answerOf(number)).toEqual({ type: 'string' });
    const similar = await describedAs(
      'get',
      '/manager/rackLike',
      '{ entity: batteryRack, do: similar, name: { query: name } }',
    );
    expect(answerOf(similar)).toMatchObject({ items: { required: ['id', 'name', 'ownerName', 'match'] } });
  });

  it.each([
    [
      'post',
      '/manager/a',
      '{ entity: batteryRack, do: transition, transition: seal, from: body, form: { reason: "x" } }',
      '/form .*not known here',
    ],
    [
      'post',
      '/manager/a',
      '{ entity: batteryRack, do: transition, transition: seal, save: true, many: { body: ids } }',
      '/many .*not known here',
    ],
    ['get', '/manager/a', '{ entity: batteryRack, do: number, field: name }', '/field .*no sequence'],
    ['get', '/manager/a', '{ entity: batteryRack, do: number, field: code }', '/values .*is missing "cells"'],
    [
      'get',
      '/manager/a',
      '{ entity: batteryRack, do: children, lines: rows }',
      '/lines .*not the name of lines',
    ],
    [
      'post',
      '/manager/a',
      '{ entity: batteryRack, do: handover, to: { body: userId } }',
      ' .*without "handover"',
    ],
    ['post', '/manager/a', '{ entity: batteryRack, do: share, users: { body: ids } }', ' .*without "share"'],
    [
      'put',
      '/manager/a',
      '{ entity: batteryRack, do: toggle, mark: like }',
      '/mark .*not a mark of the entity',
    ],
    ['get', '/manager/a', '{ entity: batteryRack, do: list, unmarked: read }', '/unmarked .*not a mark'],
    ['post', '/manager/a', '{ entity: batteryRack, do: submit }', ' .*without an approval'],
    ['post', '/manager/a', '{ do: withdraw, to: draft, by: { name: { body: n } } }', '/by .*not known here'],
    ['get', '/manager/a', '{ entity: batteryRak, do: get }', '/entity .* use "batteryRack"'],
    ['get', '/manager/a', '{ entity: batteryRack, do: gett }', '/do .*"get"'],
    [
      'get',
      '/manager/a',
      '{ entity: batteryRack, do: list, as: array, where: { cell: 3 } }',
      '/where .*use "cells"',
    ],
    ['get', '/manager/a', '{ entity: batteryRack, do: list, order: [name] }', '/order .*not known here'],
    [
      'get',
      '/manager/a',
      '{ entity: batteryRack, do: get, by: { cells: { query: n } } }',
      '/by .*not unique',
    ],
    [
      'put',
      '/manager/a',
      '{ entity: batteryRack, do: set, values: { token: "x" } }',
      '/values/token .*only by the server',
    ],
    [
      'put',
      '/manager/a',
      '{ entity: batteryRack, do: transition, transition: sael }',
      '/transition .*"seal"',
    ],
    [
      'put',
      '/manager/a',
      '{ entity: batteryRack, do: transition, transition: seal, form: { reasn: "x" } }',
      '/form/reasn .*"reason"',
    ],
    [
      'get',
      '/manager/a',
      '{ entity: batteryRack, do: set, many: { body: ids }, values: { cells: 1 } }',
      ' reads a body',
    ],
    ['get', '/manager/a', '{ dictionary: levl, do: entries }', '/dictionary .*level'],
  ])('is refused where it is wrong: %s %s %s', async (method, path, line, expected) => {
    const problems = await problemsOf(method, path, line);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${expected}`));
  });

  it('is refused if it reads a missing part of the path, or ignores a part of it', async () => {
    const line = '{ entity: batteryRack, do: get, by: { name: { path: sn } } }';
    const problems = await problemsOf('get', '/manager/a/{nr}', line);
    expect(problems).toEqual([
      expect.stringContaining('"nr" has no effect'),
      expect.stringContaining('add {sn} there'),
    ]);
  });
});
