import { describe, expect, it } from 'vitest';
import { isMistyped } from '../../../../../runtime/core/numbers/taxNumber.ts';
import { fieldTypeOf } from '../../../../../runtime/fieldTypes/index.ts';

describe('a tax number', () => {
  it('of 18 characters ends with a check character', () => {
    expect(isMistyped('91320594MA1X0C5K7F')).toBe(false);
    expect(isMistyped('91320594MA1X0C5K7G')).toBe(true);
    expect(isMistyped('91320594MA1XOC5K7F')).toBe(true);
  });

  it('of another length has none', () => {
    expect(isMistyped('913201060726188')).toBe(false);
    expect(isMistyped('')).toBe(false);
  });

  it('that looks mistyped is reported, but accepted', () => {
    const type = fieldTypeOf({ type: 'string', format: 'taxNumber' });
    expect(type.findHint?.('91320594MA1X0C5K7G')?.zh).toContain('校验位');
    expect(type.findHint?.('91320594MA1X0C5K7F')).toBeNull();
    expect(type.pattern?.test('91320594MA1X0C5K7G')).toBe(true);
    expect(type.pattern?.test('91320594MA1X0C')).toBe(false);
  });
});
