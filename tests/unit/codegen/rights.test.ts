import { describe, expect, it } from 'vitest';
import { rightsProblems } from '../../../codegen/check/checkRights.ts';
import type { Definitions } from '../../../codegen/definition/definition.ts';
import { registryFiles } from '../../../codegen/write/registries.ts';
import { batteryRack, RACK_FILE } from './fixture.ts';
import { problemsOf, text } from './rackWith.ts';

const API = {
  paths: {
    '/racks': { get: { 'x-permission': 'batteryRack:list' }, post: { 'x-permission': 'other:create' } },
    '/record/{entity}': { get: { 'x-permission': '{entity}:export' } },
  },
};
const MOVES = [{ name: 'seal', title: text, from: ['A'], to: 'B' }];

const rackDefinitions = (rights: object) =>
  ({
    entities: [
      {
        file: RACK_FILE,
        value: batteryRack({
          rights,
          states: { field: 'level', initial: 'A', transitions: MOVES },
        }),
      },
    ],
    fields: [],
    pages: [],
    widgets: [],
    dictionaries: [],
    dashboards: [],
    statistics: [],
    documents: [],
    calls: [],
  }) as unknown as Definitions;

describe('the rights of a definition', () => {
  it('open calls of the entity, of every entity, and transitions', () => {
    const rights = { sales: ['list', 'export', 'seal@own'], finance: ['*'] };
    expect(rightsProblems(rackDefinitions(rights), API)).toEqual([]);
  });

  it('name no action that only another entity has', () => {
    const found = rightsProblems(rackDefinitions({ sales: ['list', 'create@own'] }), API);
    expect(found.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/rights/sales/1', 'is not an action of this entity: use one of *, list, seal, export'],
    ]);
  });

  it.each([
    ['of a role that is not seeded', { seller: ['list'] }, '/rights/seller'],
    ['of an unknown reach', { sales: ['list@mine'] }, '/rights/sales/0'],
  ])('are refused %s', (_, rights, pointer) => {
    expect(problemsOf('/rights', rights).map((problem) => problem.pointer)).toEqual([pointer]);
  });

  it('are generated for the server only', () => {
    const files = registryFiles(rackDefinitions({ sales: ['list'] }), new Map());
    expect(files['rights.ts']).toContain('"batteryRack:list"');
    expect(files['entities.ts']).not.toContain('"rights"');
  });
});
