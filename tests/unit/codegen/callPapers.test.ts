import { expect, it } from 'vitest';
import { generate } from '../../../codegen/generate.ts';
import { batteryRack, LEVEL_FILE, level, lineProblems, projectWith, RACK_FILE } from './fixture.ts';

const text = { zh: '文字', en: 'Text' };
const PATH = '/manager/tried';
const sheet = { name: 'rackSheet', title: text, of: 'batteryRack', sections: [{ fields: ['name'] }] };
const racks = {
  name: 'racks',
  title: text,
  of: 'batteryRack',
  dimensions: [{ field: 'level' }, { name: 'month', title: text, field: 'createdAt', step: 'month' }],
  figures: [{ name: 'racks', do: 'count', title: text }],
};

const project = (action: object) =>
  generate(
    projectWith({
      [RACK_FILE]: batteryRack(),
      [LEVEL_FILE]: level,
      'schemas/documents/rackSheet.json': sheet,
      'schemas/statistics/racks.json': racks,
      'openapi/rack.yaml': JSON.stringify({
        paths: { [PATH]: { post: { operationId: 'tried', 'x-action': action } } },
        components: { schemas: { RecordChange: { type: 'object' }, UsedRate: { type: 'object' } } },
      }),
    }),
  );

interface Described {
  'x-permission': string;
  parameters?: { name: string; required?: boolean; schema: object }[];
  responses: Record<string, { content: Record<string, unknown> }>;
}

async function describedAs(action: object): Promise<Described> {
  const api = JSON.parse((await project(action))['openapi.json'] ?? '') as {
    paths: Record<string, { post: Described }>;
  };
  return api.paths[PATH]!.post;
}

const problemsOf = (action: object) => lineProblems(project(action));
const paper = { entity: 'batteryRack', do: 'document', document: 'rackSheet' };

it('sends the document of one record, or an archive of many, to users who may read them', async () => {
  const one = await describedAs(paper);
  expect(one['x-permission']).toBe('batteryRack:get');
  expect(one.parameters?.map(({ name }) => name)).toEqual(['lang', 'id']);
  expect(Object.keys(one.responses['200']!.content)).toEqual(['application/pdf']);
  const many = await describedAs({ ...paper, many: { body: 'ids' } });
  expect(Object.keys(many.responses['200']!.content)).toEqual(['application/zip', 'application/pdf']);
});

it('selects the records of several documents by filter if their ids are optional', async () => {
  const many = { query: 'ids', split: true };
  const picked = { ...paper, where: { level: 'high' } };
  const { parameters } = await describedAs({ ...picked, many: { ...many, optional: true } });
  expect(parameters?.map(({ name }) => name)).toEqual(['ids', 'lang', 'search', 'filter']);
  expect(await problemsOf({ ...picked, many })).toEqual([expect.stringMatching(/^\/where/)]);
});

it('refuses an unknown document, and an unsupported format', async () => {
  expect(await problemsOf({ ...paper, document: 'rackShet' })).toEqual([
    expect.stringMatching(/^\/document .*"rackSheet"/),
  ]);
  expect(await problemsOf({ ...paper, format: 'word' })).toEqual([expect.stringMatching(/^\/format .*pdf/)]);
});

it('returns the history of a record to users who may read it', async () => {
  const { 'x-permission': right, parameters } = await describedAs({ entity: 'batteryRack', do: 'history' });
  expect(right).toBe('batteryRack:get');
  expect(parameters?.map(({ name }) => name)).toEqual(['id', 'current', 'size', 'pageNum', 'pageSize']);
});

it('returns the records behind a figure by the keys of its row', async () => {
  const { 'x-permission': right, parameters = [] } = await describedAs({ statistic: 'racks', do: 'records' });
  expect(right).toBe('batteryRack:list');
  const named = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  expect(named.figure).toEqual({ type: 'string', enum: ['racks'] });
  expect(named).toMatchObject({ level: { type: 'string' }, month: { type: 'string' }, empty: {} });
  expect(await problemsOf({ statistic: 'racks', do: 'records', figure: 'rack' })).toEqual([
    expect.stringMatching(/^\/figure .*"racks"/),
  ]);
});
