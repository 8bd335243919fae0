/** Start values of a record. Values that cannot be computed, or do not fit their field, are refused. */
import { describe, expect, it } from 'vitest';
import { EXTRA, field, problemsOf } from '../rackWith.ts';

const messages = (value: unknown) => problemsOf(EXTRA, value).map(({ message }) => message);

describe('a computed default', () => {
  it.each<[string, object, RegExp]>([
    ['a fixed one', { default: 'A', 'x-default': 'name' }, /combined with "default"/],
    ['a computed value', { 'x-computed': 'name', 'x-default': 'name' }, /combined with "x-computed"/],
  ])('cannot stand beside %s', (_, more, message) => {
    expect(messages(field(more))).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });

  it.each<[string, string, RegExp]>([
    ['over no field', 'nmae', /"nmae" is not a field that this expression can read: use "name"/],
    ['over a field behind it', 'later', /"later" is not a field that this expression can read/],
    ['over nothing in the context', '$user', /use "\$userId"/],
    ['with another type', 'cells > 1', /"x-default".*boolean/],
  ])('is refused %s', (_, start, message) => {
    expect(messages(field({ 'x-default': start }))).toEqual([expect.stringMatching(message)]);
  });

  it('is refused for a moment in a date field', () => {
    const now = { format: 'date', 'x-default': '$now' };
    expect(messages(field(now))).toEqual([expect.stringMatching(/date-time/)]);
    expect(messages(field({ format: 'date', 'x-default': '$today' }))).toEqual([]);
  });
});

describe('a copied value', () => {
  const REF = { type: 'integer', 'x-ref': 'batteryRack' };

  it.each<[string, object, RegExp]>([
    ['from no record', { 'x-copyInto': { name: 'name' } }, /no record to fill from/],
    [
      'into no field',
      { ...REF, 'x-copyInto': { nmae: 'name' } },
      /"nmae" is not a field that users enter here.*use "name"/,
    ],
    [
      'from no field',
      { ...REF, 'x-copyInto': { name: 'nmae' } },
      /is not a field of batteryRack: use "name"/,
    ],
    ['into another kind', { ...REF, 'x-copyInto': { price: 'cells' } }, /batteryRack.cells.*integer/],
    ['and kept from nothing', { 'x-snapshot': true }, /copies nothing/],
    [
      'and kept by a field that people write',
      { 'x-copyFrom': 'name.name', 'x-snapshot': true },
      /"readOnly": true/,
    ],
    [
      'by no reference',
      { readOnly: true, 'x-copyFrom': 'name.name', 'x-snapshot': true },
      /"name" is not a reference/,
    ],
    ['and not kept', { readOnly: true, 'x-copyFrom': 'name.name' }, /"x-snapshot": true/],
  ])('is refused %s', (_, more, message) => {
    expect(messages(field(more))).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });
});
