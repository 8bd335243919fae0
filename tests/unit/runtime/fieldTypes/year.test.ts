/** A year is not a quantity, so it is never written as 2,026. */
import { expect, it } from 'vitest';
import type { Field } from '../../../../generated/definition.ts';
import { entities } from '../../../../generated/entities.ts';
import { problemMessage } from '../../../../runtime/fieldTypes/fieldMessage.ts';
import { isNumeric } from '../../../../runtime/fieldTypes/valueText.ts';
import { valueText } from '../../../../runtime/form/values/valueText.ts';
import { valueCell } from '../../../../server/engine/excel/fieldCells.ts';

it('is always shown without separators', () => {
  const year = entities.contributionFactor.schema.properties?.year as Field;
  for (const lang of ['zh', 'en'] as const) {
    expect(valueText(year, 2026, {}, lang)).toBe('2026');
    expect(problemMessage(year, 'maximum', 3000, lang)).toContain('2200');
    expect(problemMessage(year, 'minimum', 3, lang)).toContain('1990');
  }
  expect(isNumeric(year)).toBe(false);
  expect(valueText({ type: 'integer' }, 2026, {}, 'en')).toBe('2,026');
  expect(valueCell(year, 2026, { lang: 'en', zone: 'UTC' } as never, String)).toEqual(
    valueCell({ type: 'integer' }, 2026, { lang: 'en', zone: 'UTC' } as never, String),
  );
});
