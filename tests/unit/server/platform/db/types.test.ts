import { expect, it } from 'vitest';
import { columnTypes, parseInstant, parseInt8 } from '../../../../../server/platform/db/types.ts';

it.each([
  ['2026-11-21 10:00:00+00', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21 10:00:00.5+00', '2026-11-21T10:00:00.500Z'],
  ['2026-11-21 10:00:00.123456+00', '2026-11-21T10:00:00.123Z'],
  ['infinity', 'infinity'],
])('timestamptz %s arrives as %s', (text, iso) => {
  expect(parseInstant(text)).toBe(iso);
});

it('int8 is returned as a number and is never rounded', () => {
  expect(parseInt8('9007199254740991')).toBe(9007199254740991);
  expect(() => parseInt8('9007199254740993')).toThrow(RangeError);
});

it('dates and numerics remain text, arrays follow their elements', () => {
  const parse = (oid: number, text: string): unknown => columnTypes.getTypeParser(oid)(text);
  expect(parse(1082, '2026-02-03')).toBe('2026-02-03');
  expect(parse(1700, '10.50')).toBe('10.50');
  expect(parse(1016, '{1,NULL,3}')).toEqual([1, null, 3]);
  expect(parse(1185, '{"2026-11-21 10:00:00+00"}')).toEqual(['2026-11-21T10:00:00.000Z']);
});
