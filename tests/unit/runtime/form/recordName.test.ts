import { afterEach, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { labelOfRecord } from '../../../../runtime/form/values/recordName.ts';
import { useLangStore } from '../../../../runtime/kit/i18n/lang.ts';

const { lang: before } = useLangStore.getState();
afterEach(() => useLangStore.setState({ lang: before }));

it("names a record by the dictionary's text, not by the stored value", () => {
  const factor = { id: 1, kind: 'co2' };
  useLangStore.setState({ lang: 'en' });
  expect(labelOfRecord(entities.contributionFactor, factor)).toBe('CO₂ avoided (kg/kWh)');
  useLangStore.setState({ lang: 'zh' });
  expect(labelOfRecord(entities.contributionFactor, factor)).toBe('二氧化碳减排（kg/kWh）');
  expect(labelOfRecord(entities.contributionFactor, { id: 1, kind: 'gone' })).toBe('gone');
  expect(labelOfRecord(entities.contributionFactor, { id: 7, kind: null })).toBe('7');
});

it('names a record by its moment in local format', () => {
  useLangStore.setState({ lang: 'en' });
  const capture = { id: 3, takenAt: '2026-11-25T19:40:30.900Z' };
  expect(labelOfRecord(entities.ipcCapture, capture)).toMatch(/^2026-11-2\d \d\d:\d0/);
});
