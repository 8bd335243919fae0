import { describe, expect, it } from 'vitest';
import { generate } from '../../../../codegen/generate.ts';
import { DefinitionError, type Problem } from '../../../../codegen/problem.ts';
import { batteryRack, LEVEL_FILE, level, projectWith, RACK_FILE } from '../fixture.ts';

const text = { zh: '文', en: 'Text' };

async function problemsOf(overrides: Record<string, unknown>): Promise<Problem[]> {
  const root = projectWith({ [RACK_FILE]: batteryRack(overrides), [LEVEL_FILE]: level });
  try {
    await generate(root);
    return [];
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems;
    throw error;
  }
}

const raise = { name: 'raise', title: text, from: ['B'], to: 'A' };
const own = (batteryRack({}) as { schema: { properties: object } }).schema;
const above = {
  schema: {
    ...own,
    properties: { ...own.properties, aboveId: { type: 'integer', title: text, 'x-ref': 'batteryRack' } },
  },
};
const states = (...transitions: object[]) => ({ states: { field: 'level', initial: 'B', transitions } });
const approval = (part: object) => ({
  approval: {
    field: 'level',
    steps: [{ do: 'approve', name: 'one', title: text, by: { roles: ['sales'] }, mode: 'any' }],
    ...part,
  },
});

const over = (cells: number) => `cells > ${cells}`;
const copyTo = (to: object) => ({ do: 'copy', name: 'told', title: text, to });
/** Returns a branch whose last path has a condition. With `second`, a path before the last one has that condition. */
const branch = (paths: object[], second?: string) => ({
  ...{ do: 'branch', name: 'way', title: text },
  paths: [
    ...paths,
    { title: text, when: second ?? over(1), steps: [] },
    ...(second ? [{ title: text, steps: [] }] : []),
  ],
});

describe('the states and the approval of an entity', () => {
  it('pass if all named parts exist', async () => {
    const guard = 'cells >= 3 and $userId != null';
    const effects = [{ do: 'assign', field: 'cells', value: 'cells + 1' }];
    expect(await problemsOf(states({ ...raise, guard, effects }))).toEqual([]);
  });

  it.each([
    ['a handover without an owner', { handover: true }, '/handover', /needs an owner/],
    [
      'members that are no children',
      { members: { of: 'batteryRack', user: 'cells' } },
      '/members/of',
      /is not an entity whose records belong to batteryRack/,
    ],
    [
      'a row of a table that is not there',
      states({
        ...raise,
        effects: [{ do: 'create', entity: 'batteryRack', each: 'rows', values: { name: "'x'" } }],
      }),
      '/states/transitions/0/effects/0/each',
      /is not a table/,
    ],
    [
      'a change of what no reference holds',
      states({ ...raise, effects: [{ do: 'update', of: 'name', values: { cells: '1' } }] }),
      '/states/transitions/0/effects/0/of',
      /is not a field of batteryRack/,
    ],
    [
      'moves that go in a circle',
      {
        ...above,
        ...states({ ...raise, effects: [{ do: 'move', of: 'aboveId', transitions: ['raise'] }] }),
      },
      '/states/transitions/0/effects/0/transitions/0',
      /which move these in turn/,
    ],
    [
      'a move that asks a person',
      {
        ...above,
        ...states(
          {
            ...raise,
            form: { type: 'object', properties: { why: { type: 'string', title: text } }, required: ['why'] },
          },
          { ...raise, name: 'pull', effects: [{ do: 'move', of: 'aboveId', transitions: ['raise'] }] },
        ),
      },
      '/states/transitions/1/effects/0/transitions/0',
      /asks for why: write it into "form"/,
    ],
    [
      'a field that only the server sets on what is changed',
      {
        ...above,
        ...states({ ...raise, effects: [{ do: 'update', of: 'aboveId', values: { level: "'A'" } }] }),
      },
      '/states/transitions/0/effects/0/values/level',
      /is not a field of batteryRack/,
    ],
    [
      'a move after a decision that is not there',
      { ...states(raise), ...approval({ moves: { agreed: 'rise' } }) },
      '/approval/moves/agreed',
      /use "raise"/,
    ],
    [
      'a move after a decision that a form for a person',
      { ...states({ ...raise, danger: true }), ...approval({ moves: { agreed: 'raise' } }) },
      '/states/transitions/0/danger',
      /the approval makes the move "raise"/,
    ],
    [
      'a decision that leaves a submitted record where it is',
      {
        ...states(raise, { ...raise, name: 'sink', to: 'B' }),
        ...approval({ moves: { pending: 'raise', agreed: 'sink' } }),
      },
      '/states/transitions/1/from',
      /add "A"/,
    ],
    [
      'an initial state that is no value',
      { states: { field: 'level', initial: 'C', transitions: [] } },
      '/states/initial',
      /"C" is not a value of level: use one of A, B/,
    ],
    [
      'a target that is no value',
      states({ ...raise, to: 'C' }),
      '/states/transitions/0/to',
      /is not a value/,
    ],
    [
      'a source that is no value',
      states({ ...raise, from: ['B', 'C'] }),
      '/states/transitions/0/from/1',
      /is not a value/,
    ],
    ['two transitions of one name', states(raise, raise), '/states/transitions/1/name', /is used twice here/],
    [
      'the name of a standard action',
      states({ ...raise, name: 'update' }),
      '/states/transitions/0/name',
      /is an action of every entity/,
    ],
    [
      'a permission of another entity',
      states({ ...raise, permission: 'customer:update' }),
      '/states/transitions/0/permission',
      /use "batteryRack:…"/,
    ],
    [
      'a guard over no field',
      states({ ...raise, guard: 'not colour != null' }),
      '/states/transitions/0/guard',
      /"colour" is not a field/,
    ],
    [
      'an effect on no entity',
      states({ ...raise, effects: [{ do: 'create', entity: 'rack', values: {} }] }),
      '/states/transitions/0/effects/0/entity',
      /is not the name of an entity/,
    ],
    [
      'an effect on no field',
      states({ ...raise, effects: [{ do: 'assign', field: 'colour', value: '1' }] }),
      '/states/transitions/0/effects/0/field',
      /"colour" is not a field/,
    ],
    [
      'a constant that the field cannot have',
      states({ ...raise, effects: [{ do: 'assign', field: 'level', value: "'C'" }] }),
      '/states/transitions/0/effects/0/value',
      /"C" is not a value of this field: use one of A, B/,
    ],
    [
      'a new record with a value of another type',
      states({
        ...raise,
        effects: [{ do: 'create', entity: 'batteryRack', values: { name: "'x'", cells: "'3'" } }],
      }),
      '/states/transitions/0/effects/0/values/cells',
      /use a whole number/,
    ],
    [
      'a new record without what it needs',
      states({ ...raise, effects: [{ do: 'create', entity: 'batteryRack', values: { cells: '3' } }] }),
      '/states/transitions/0/effects/0/values',
      /is missing "name", which every batteryRack needs/,
    ],
    [
      'a new record with what the server sets',
      states({
        ...raise,
        effects: [{ do: 'create', entity: 'batteryRack', values: { name: "'x'", token: "'y'" } }],
      }),
      '/states/transitions/0/effects/0/values/token',
      /set by the server: remove it/,
    ],
    [
      'a value computed from no field',
      states({ ...raise, effects: [{ do: 'assign', field: 'cells', value: 'cell' }] }),
      '/states/transitions/0/effects/0/value',
      /"cell" is not a field that this expression can read: use "cells"/,
    ],
    [
      'an effect on a condition over no field',
      states({ ...raise, effects: [{ do: 'assign', if: 'cell != null', field: 'cells', value: '1' }] }),
      '/states/transitions/0/effects/0/if',
      /"cell" is not a field that this expression can read: use "cells"/,
    ],
    [
      'a text with no field',
      states({
        ...raise,
        effects: [{ do: 'notify', to: { owner: true }, text: { zh: '{name}', en: '{nmae} by {userName}' } }],
      }),
      '/states/transitions/0/effects/0/text/en',
      /\{nmae\} is not a field of the text: use "name"/,
    ],
    [
      'a role that no tenant has',
      approval({ steps: [{ do: 'approve', name: 'one', title: text, by: { roles: ['cfo'] }, mode: 'all' }] }),
      '/approval/steps/0/by/roles/0',
      /use one of administrator, sales/,
    ],
    [
      'a step on a condition over no field',
      approval({
        steps: [
          {
            do: 'approve',
            name: 'one',
            title: text,
            by: { owner: true },
            mode: 'all',
            when: 'cell != null',
          },
        ],
      }),
      '/approval/steps/0/when',
      /use "cells"/,
    ],
    [
      'a branch without a path for all else',
      approval({ steps: [branch([{ title: text, when: 'cells != null', steps: [] }])] }),
      '/approval/steps/0/paths/1/when',
      /has no path for all other cases/,
    ],
    [
      'a path that is never taken',
      approval({ steps: [branch([{ title: text, when: over(3), steps: [] }], over(5))] }),
      '/approval/steps/0/paths/1',
      /can’t be reached/,
    ],
    [
      'a copy on a condition over no field, inside a path',
      approval({
        steps: [branch([{ title: text, when: over(3), steps: [copyTo({ fields: ['boss'] })] }])],
      }),
      '/approval/steps/0/paths/0/steps/0/to/fields/0',
      /"boss" is not a field/,
    ],
    [
      'an approval whose field lacks its states',
      approval({}),
      '/approval/field',
      /needs a field with the values draft, pending/,
    ],
    [
      'a step over no field',
      approval({
        steps: [{ do: 'approve', name: 'one', title: text, by: { fields: ['boss'] }, mode: 'all' }],
      }),
      '/approval/steps/0/by/fields/0',
      /"boss" is not a field/,
    ],
  ])('point at %s', async (_what, overrides, pointer, message) => {
    const problems = await problemsOf(overrides as Record<string, unknown>);
    const found = problems.find((problem) => problem.pointer === pointer);
    expect(found?.message, JSON.stringify(problems)).toMatch(message);
  });
});

describe('a transition with four eyes', () => {
  it('names existing acts', async () => {
    expect(await problemsOf(states({ ...raise, notBy: ['made', 'changed'] }))).toEqual([]);
    const [problem] = await problemsOf(states({ ...raise, notBy: ['made', 'rise'] }));
    expect(problem).toMatchObject({
      pointer: '/states/transitions/0/notBy/1',
      message: expect.stringContaining('"raise"'),
    });
  });
});

describe('the actions of an entity', () => {
  const act = {
    name: 'chase',
    title: text,
    effects: [{ do: 'assign', field: 'cells', value: '1' }],
  };

  it('pass without states, and name states of the entity otherwise', async () => {
    expect(await problemsOf({ actions: [act] })).toEqual([]);
    expect(await problemsOf({ ...states(raise), actions: [{ ...act, from: ['B'] }] })).toEqual([]);
  });

  it.each([
    [
      'leads to a state',
      { ...states(raise), actions: [{ ...act, to: 'A' }] },
      '/actions/0/to',
      /leads to a state/,
    ],
    [
      'is offered in states that there are not',
      { actions: [{ ...act, from: ['B'] }] },
      '/actions/0/from',
      /have none/,
    ],
    [
      'is offered in none of them',
      { ...states(raise), actions: [{ ...act, from: ['C'] }] },
      '/actions/0/from/0',
      /A/,
    ],
    ['does nothing', { actions: [{ name: 'chase', title: text }] }, '/actions/0', /does nothing/],
    [
      'has the name of a move',
      { ...states(raise), actions: [{ ...act, name: 'raise' }] },
      '/actions/0/name',
      /used/,
    ],
    ['has the name of a usual one', { actions: [{ ...act, name: 'share' }] }, '/actions/0/name', /./],
    [
      'writes no field',
      { actions: [{ ...act, effects: [{ do: 'assign', field: 'cels', value: '1' }] }] },
      '/actions/0/effects/0/field',
      /"cells"/,
    ],
  ])('one that %s is refused', async (_, overrides, pointer, message) => {
    const problems = await problemsOf(overrides);
    expect(problems.map((problem) => problem.pointer)).toEqual([pointer]);
    expect(problems[0]?.message).toMatch(message);
  });

  it('a transition without a target state', async () => {
    const problems = await problemsOf(states({ name: 'raise', title: text, from: ['B'] }));
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('"to"')]);
  });
});
