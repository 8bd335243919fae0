import { describe, expect, it } from 'vitest';
import { generate } from '../../../codegen/generate.ts';
import { NAMED_RANGES } from '../../../runtime/core/time/namedRange.ts';
import meta from '../../../schemas/meta/callAction.schema.json' with { type: 'json' };
import { batteryRack, LEVEL_FILE, level, lineProblems, projectWith, RACK_FILE } from './fixture.ts';

const PATH = '/manager/racks';
const rack = batteryRack() as { schema: { properties: object } };
Object.assign(rack.schema.properties, {
  aboveId: { type: 'integer', title: { zh: '上级', en: 'Above' }, 'x-ref': 'batteryRack' },
  due: { type: 'string', title: { zh: '到期', en: 'Due' }, format: 'date' },
  seenAt: { type: 'string', title: { zh: '时间', en: 'Seen' }, format: 'date-time' },
  spare: { type: 'boolean', title: { zh: '备用', en: 'Spare' } },
});

/** Generates a project with a call that lists racks, with these keywords in its action. */
const project = (words: object, path = PATH) =>
  generate(
    projectWith({
      [RACK_FILE]: rack,
      [LEVEL_FILE]: level,
      'openapi/rack.yaml': JSON.stringify({
        paths: {
          [path]: {
            get: {
              operationId: 'tried',
              'x-action': { entity: 'batteryRack', do: 'list', as: 'array', ...words },
            },
          },
        },
      }),
    }),
  );

async function parametersOf(words: object, path?: string): Promise<Record<string, object>> {
  const files = await project(words, path);
  const api = JSON.parse(files['openapi.json'] ?? '') as {
    paths: Record<string, { get: { parameters?: { name: string; required?: boolean; schema: object }[] } }>;
  };
  const { parameters = [] } = api.paths[path ?? PATH]!.get;
  return Object.fromEntries(parameters.map(({ name, ...rest }) => [name, rest]));
}

const problemsOf = (words: object) => lineProblems(project(words));

describe('a comparison in a line', () => {
  it("has the field's schema for its values, a day for a moment, and one parameter for two fields", async () => {
    const parameters = await parametersOf({
      where: {
        seenAt: { atLeast: { query: 'from', optional: true }, below: { query: 'to' } },
        due: { atMost: { query: 'day' }, orEmpty: true },
        name: { contains: { query: 'text', optional: true } },
      },
      either: { cells: { above: 3 }, 'aboveId.due': { atLeast: { query: 'day', optional: true } } },
    });
    const instant = { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] };
    expect(parameters).toMatchObject({
      from: { required: false, schema: instant },
      to: { required: true, schema: instant },
      day: { required: true, schema: { type: 'string', format: 'date' } },
      text: { required: false, schema: { type: 'string', minLength: 1 } },
    });
    expect(Object.keys(parameters)).toHaveLength(4);
  });

  it("keeps the entity's own list if all of it is optional", async () => {
    const own = { where: { seenAt: { atLeast: { query: 'from', optional: true } } }, as: undefined };
    const files = await project(own, '/manager/batteryRack/page');
    expect(files['callPlaces.ts']).toMatch(/"list": ?"tried"/);
  });

  it('is refused if it has no effect or can never be true', async () => {
    const wrong: [condition: object, problem: RegExp][] = [
      [{ spare: { atLeast: true } }, /^\/where\/spare\/atLeast compares a field of the type boolean/],
      [{ cells: { contains: 1 } }, /^\/where\/cells\/contains .*string, array/],
      [{ cells: { within: 'today' } }, /^\/where\/cells\/within .*date, date-time/],
      [{ cells: { atLeast: { today: 0 } } }, /^\/where\/cells\/atLeast /],
      [{ due: { atLeast: { now: true } } }, /^\/where\/due\/atLeast compares a day with a moment/],
      [{ cells: { atLeast: 1, above: 0 } }, /^\/where\/cells\/above limits the same side/],
      [{ cells: { orEmpty: true } }, /^\/where\/cells\/orEmpty has no comparison/],
      [{ cells: { not: 1, orEmpty: true } }, /^\/where\/cells\/orEmpty is not needed with "not"/],
      [{ 'cells.name': 'a' }, /^\/where\/cells.name has a dot .*aboveId/],
      [{ 'aboveId.nam': 'a' }, /^\/where is not a field of batteryRack: use "name"/],
    ];
    for (const [where, problem] of wrong)
      expect(await problemsOf({ where })).toEqual([expect.stringMatching(problem)]);
  });

  it('supports the ranges of lists', () => {
    expect(meta.$defs.compared.properties.within.enum).toEqual(NAMED_RANGES);
  });
});

describe('the first records of a list', () => {
  it('are an array without pages', async () => {
    expect(await parametersOf({ top: 10, sort: ['-cells'] })).toEqual({});
    expect(await problemsOf({ top: 10, as: 'page' })).toEqual([
      expect.stringMatching(/^\/top is for a list without pages/),
    ]);
  });
});
