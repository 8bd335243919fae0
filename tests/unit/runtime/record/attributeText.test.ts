import { expect, it } from 'vitest';
import {
  parseAttribute,
  showAttribute,
  writeAttribute,
} from '../../../../runtime/record/device/attributeText.ts';

it('an attribute is unchanged when it is opened and saved again', () => {
  for (const value of [1, true, 'text', '30', 'true', 'null', '', '{"a":1}', { a: [1] }, [1, 'x']])
    expect(parseAttribute(writeAttribute(value))).toEqual(value);
  expect(parseAttribute('30')).toBe(30);
  expect(parseAttribute('on')).toBe('on');
  expect([showAttribute('30'), showAttribute({ a: 1 })]).toEqual(['30', '{"a":1}']);
});
