import { describe, expect, it } from 'vitest';
import { generate } from '../../../codegen/generate.ts';
import { batteryRack, LEVEL_FILE, level, lineProblems, projectWith, RACK_FILE } from './fixture.ts';

const text = { zh: '文字', en: 'Text' };
const PATH = '/manager/tried';
const rack = batteryRack({
  states: {
    field: 'level',
    initial: 'A',
    transitions: [
      {
        ...{ name: 'seal', title: text, from: ['A'], to: 'B' },
        form: { type: 'object', properties: { reason: { type: 'string', title: text, maxLength: 50 } } },
      },
      { name: 'open', title: text, from: ['B'], to: 'A' },
    ],
  },
});

/** Creates a project with one call that has a body. */
const project = (action: object) =>
  generate(
    projectWith({
      [RACK_FILE]: rack,
      [LEVEL_FILE]: level,
      'openapi/rack.yaml': JSON.stringify({
        paths: {
          [PATH]: { put: { operationId: 'tried', 'x-action': { entity: 'batteryRack', ...action } } },
        },
      }),
    }),
  );

interface Described {
  'x-permission'?: string;
  'x-session'?: boolean;
  requestBody: { content: Record<string, { schema: { properties: object; required: string[] } }> };
  responses: Record<string, { content: Record<string, { schema: { properties: { data: object } } }> }>;
}

async function describedAs(action: object) {
  const files = await project(action);
  const api = JSON.parse(files['openapi.json'] ?? '') as { paths: Record<string, { put: Described }> };
  const call = api.paths[PATH]!.put;
  return {
    call,
    body: call.requestBody.content['application/json']!.schema,
    data: call.responses['200']!.content['application/json']!.schema.properties.data,
  };
}

const problemsOf = (action: object) => lineProblems(project(action));

const move = { do: 'transition', by: { id: { body: 'id' } } };
const chosen = { body: 'full', of: { true: 'seal', false: 'open' } };

describe('a transition chosen by a value of the request', () => {
  it('requires the value and the fields of the forms, and each transition needs its own permission', async () => {
    const form = { reason: { body: 'why', optional: true } };
    const { body, call } = await describedAs({ ...move, transition: chosen, form });
    expect(body.properties).toMatchObject({ full: { type: 'boolean' }, why: { maxLength: 50 }, id: {} });
    expect(body.required.toSorted()).toEqual(['full', 'id']);
    expect(call['x-permission']).toBeUndefined();
    expect(call['x-session']).toBe(true);
    const words = { body: 'as', of: { full: 'seal', empty: 'open' } };
    const other = await describedAs({ ...move, transition: words });
    expect(other.body.properties).toMatchObject({ as: { type: 'string', enum: ['full', 'empty'] } });
  });

  it('is refused if a transition, or a field of a form, does not exist', async () => {
    const wrong = { body: 'full', of: { true: 'seal', false: 'opn' } };
    expect(await problemsOf({ ...move, transition: wrong })).toEqual([
      expect.stringMatching(/^\/transition\/of\/false .*"open"/),
    ]);
    expect(await problemsOf({ ...move, transition: chosen, form: { reasn: 'x' } })).toEqual([
      expect.stringMatching(/^\/form\/reasn .*"reason"/),
    ]);
    expect(await problemsOf({ ...move, transition: chosen, from: 'body' })).toEqual([
      expect.stringMatching(/^\/from /),
    ]);
  });
});

describe('each of many', () => {
  it('is returned with its result', async () => {
    const { data } = await describedAs({
      do: 'transition',
      transition: 'seal',
      many: { body: 'ids' },
      each: true,
    });
    expect(data).toMatchObject({ required: ['moved', 'refused'] });
    expect(await problemsOf({ ...move, transition: 'seal', each: true })).toEqual([
      expect.stringMatching(/^\/each needs "many" beside it/),
    ]);
  });

  it('is moved without "again", which only applies to a single record', async () => {
    const many = { do: 'transition', transition: 'open', many: { body: 'ids' } };
    expect(await problemsOf({ ...many, again: true })).toEqual([
      expect.stringMatching(/^\/again is about a single record/),
    ]);
  });

  it('is a separate record, for each value of a list', async () => {
    const { body, data } = await describedAs({ do: 'create', each: { cells: { body: 'sizes' } } });
    expect(body.properties).toMatchObject({
      sizes: { type: 'array', minItems: 1, items: { type: 'integer', minimum: 1 } },
    });
    expect(body.properties).not.toHaveProperty('cells');
    expect(body.required).toContain('sizes');
    expect(data).toMatchObject({ type: 'array' });
    expect(await problemsOf({ do: 'create', each: { cell: { body: 'sizes' } } })).toEqual([
      expect.stringMatching(/^\/each .*"cells"/),
    ]);
    expect(await problemsOf({ do: 'create', each: { level: { body: 'levels' } } })).toEqual([
      expect.stringMatching(/^\/each\/level /),
    ]);
    expect(
      await problemsOf({ do: 'create', each: { cells: { body: 'sizes' } }, values: { cells: 3 } }),
    ).toEqual([expect.stringMatching(/^\/values\/cells /)]);
  });
});

describe('the caller', () => {
  it('is identified by its id if a line requires it', async () => {
    const { body } = await describedAs({ ...move, transition: 'seal', same: { body: 'userId' } });
    expect(body.properties).toMatchObject({ userId: { type: 'integer', minimum: 1 } });
    expect(body.required).toContain('userId');
  });
});

describe('values for all records that a condition selects', () => {
  it('are refused if the whole condition is optional', async () => {
    const where = { cells: { atLeast: { body: 'from', optional: true } } };
    expect(await problemsOf({ do: 'set', where, values: { cells: 1 } })).toEqual([
      expect.stringMatching(/^\/where is optional as a whole/),
    ]);
  });
});
