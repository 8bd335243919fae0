/**
 * A tree with quantities must name a field for quantities of zero or more, and fields by which parts are
 * compared and searched.
 */
import { describe, expect, it } from 'vitest';
import { problemsOf, sealedField, text } from '../rackWith.ts';

const above = { type: 'integer', title: text, 'x-ref': 'batteryRack' };
const count = { type: 'number', title: text, minimum: 0 };
const words = { quantity: 'count', alike: ['name', 'level'], used: ['level'] };

const problems = (more: object, fields: object = {}) =>
  problemsOf('/assembly', { ...words, ...more }, {}, [], { aboveId: above, count, ...fields }).map(
    ({ pointer, message }) => `${pointer} ${message}`,
  );

describe('a tree with quantities', () => {
  it('needs a parent reference', () => {
    expect(problems({})).toEqual([expect.stringMatching(/^\/assembly needs a tree of records/)]);
  });

  it.each<[string, object, object, RegExp]>([
    ['a text as quantity', { quantity: 'name' }, {}, /^\/assembly\/quantity .*count/],
    ['a quantity that may be negative', {}, { count: { ...count, minimum: -1 } }, /less than nothing/],
    ['a quantity without a least value', {}, { count: { type: 'number', title: text } }, /less than nothing/],
    ['parts that are alike by a reference', { alike: ['aboveId'] }, {}, /^\/assembly\/alike\/0 /],
    ['a field that is not there', { used: ['nme'] }, {}, /^\/assembly\/used\/0 .*name/],
    ['a hidden field', { used: ['mark'] }, { mark: sealedField({}) }, /^\/assembly/],
  ])('is refused with %s', (_, more, fields, message) => {
    expect(problems(more, fields).join('\n')).toMatch(new RegExp(message.source, 'm'));
  });
});
