import { afterEach, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { labelOfRecord } from '../../../../runtime/form/values/recordName.ts';
import { useLangStore } from '../../../../runtime/kit/i18n/lang.ts';

const { lang: before } = useLangStore.getState();
afterEach(() => useLangStore.setState({ lang: before }));

it('calls a record by the words of its dictionary, not by the value that is stored', () => {
  const factor = { id: 1, kind: 'co2' };
  useLangStore.setState({ lang: 'en' });
  expect(labelOfRecord(entities.contributionFactor, factor)).toBe('CO₂ avoided (kg/kWh)');
  useLangStore.setState({ lang: 'zh' });
  expect(labelOfRecord(entities.contributionFactor, factor)).toBe('二氧化碳减排（kg/kWh）');
  expect(labelOfRecord(entities.contributionFactor, { id: 1, kind: 'gone' })).toBe('gone');
  expect(labelOfRecord(entities.contributionFactor, { id: 7, kind: null })).toBe('7');
});

it('calls a record by its moment as a person reads it', () => {
  useLangStore.setState({ lang: 'en' });
  const capture = { id: 3, takenAt: '2026-11-25T19:40:30.900Z' };
  expect(labelOfRecord(entities.ipcCapture, capture)).toMatch(/^2026-11-2\d \d\d:\d0/);
});
