/** A link shows no hidden field, and asks guests for nothing that they cannot see. */
import { describe, expect, it } from 'vitest';
import { problemsOf, text } from '../rackWith.ts';

const MOVE = { name: 'raise', title: text, from: ['B'], to: 'A' };
const open = (more: object = {}) => ({
  ...{ route: '/rack', in: ['A', 'B'], fields: ['name'], until: 'day', moves: ['raise'] },
  ...more,
});

/** Returns the problems of a rack with a day and secrets, shown by a link. */
function problems(definition: object, move: object = {}) {
  const fields = {
    name: { type: 'string', title: text },
    cells: { type: 'integer', title: text },
    level: { type: 'string', title: text, 'x-dictionary': 'level' },
    day: { type: 'string', title: text, format: 'date' },
    cost: { type: 'string', title: text, format: 'money', 'x-permission': 'batteryRack:update' },
    files: { type: 'array', title: text, items: { type: 'string', format: 'file' } },
  };
  const rack = {
    file: 'schemas/entities/shown.json',
    value: {
      ...{
        name: 'shown',
        title: text,
        label: 'name',
        list: { columns: ['name'] },
        api: { base: '/manager/shown' },
      },
      ...{ schema: { type: 'object', properties: fields }, public: definition },
      states: { field: 'level', initial: 'B', transitions: [{ ...MOVE, ...move }] },
    },
  };
  return problemsOf('', undefined, {}, [rack.value])
    .filter(({ file }) => file.includes('shown'))
    .map(({ pointer, message }) => `${pointer} ${message}`);
}

describe('the content of a link', () => {
  it('passes if all of it is readable for everyone', () => {
    expect(problems(open())).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['a field that is not there', { fields: ['nmae'] }, /^\/public\/fields\/0 .*use "name"/],
    [
      'a field with a permission of its own',
      { fields: ['cost'] },
      /^\/public\/fields\/0 "cost" cannot be public/,
    ],
    ['files', { fields: ['files'] }, /^\/public\/fields\/0 "files" cannot be public/],
    ['its id', { fields: ['id'] }, /^\/public\/fields\/0/],
    ['lines that are not there', { lines: { rows: { fields: ['name'] } } }, /^\/public\/lines\/rows/],
    ['an end that is no date', { until: 'name' }, /^\/public\/until .*day/],
    ['a state that is none', { in: ['A', 'B', 'C'] }, /^\/public\/in\/2/],
    ['a move that is not there', { moves: ['rise'] }, /^\/public\/moves\/0 .*raise/],
    ['not the state that its move leads to', { in: ['B'] }, /^\/public\/in is missing a state/],
  ])('is refused with %s', (_, more, message) => {
    expect(problems(open(more))).toEqual([expect.stringMatching(message)]);
  });

  it('asks a guest for no reference', () => {
    const form = {
      type: 'object',
      properties: { toId: { type: 'integer', title: text, 'x-ref': 'batteryRack' } },
    };
    expect(problems(open(), { form })).toEqual([
      expect.stringMatching(/^\/public\/moves\/0 asks for "toId"/),
    ]);
  });
});
