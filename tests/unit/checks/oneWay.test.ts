import { describe, expect, it } from 'vitest';
import { wayBreaches, wayReasonBreaches } from '../../checks/oneWay.ts';

describe('a second way to do a task', () => {
  it.each([
    ['server/engine/excel/import/check.ts', 'const ajv = new Ajv2020({ strict: false });'],
    ['runtime/board/energy/RingTable.tsx', 'return <table className="wd-table">{rows}</table>;'],
    ['server/sites/notify/escalate.ts', 'const verdict = judgeValue(condition, {}, point, true);'],
    ['codegen/messages/messages.ts', "const TEXTS = { maxLength: { zh: '', en: '{title} is too long' } };"],
    ['runtime/form/shown/ShownValue.tsx', "if (field.format === 'color') return null;"],
    ['server/http/texts.ts', 'const en = { minItems: "{title} needs more" };'],
  ])('finds a second one in %s', (file, text) => {
    expect(wayBreaches(file, text)).toEqual([expect.stringMatching(`^${file}: has a way of its own`)]);
  });

  it('ignores the implementation itself, and similar code', () => {
    expect(wayBreaches('runtime/core/rules/validation.ts', 'new Ajv2020({})')).toEqual([]);
    expect(wayBreaches('tests/support/calls/described.ts', 'new Ajv2020({})')).toEqual([]);
    expect(wayBreaches('runtime/form/skin/layouts.tsx', '<TableRow />')).toEqual([]);
    expect(wayBreaches('pages/studio/fields.ts', "maxLength: { zh: '最多', en: 'At most' }")).toEqual([]);
  });

  it('refuses an unnecessary reason', () => {
    expect(wayReasonBreaches([])).toContain(
      'tests/checks/oneWay.ts: names runtime/core/rules/validation.ts, which does no such thing any more',
    );
  });
});
