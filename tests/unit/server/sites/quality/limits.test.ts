/** Tests that the form shows the same limits of the standards that the server applies. */
import { expect, it } from 'vitest';
import { entityOf } from '../../../../../runtime/core/definitions/entities.ts';
import { type LimitName, limitsOf } from '../../../../../server/sites/quality/limits.ts';

const FIELDS: Readonly<Record<string, LimitName>> = {
  ...{ voltageHigh: 'voltage', frequencyDeviation: 'frequency', voltageUnbalance: 'voltageUnbalance' },
  ...{ currentUnbalance: 'currentUnbalance', thdU: 'thdU', oddHarmonic: 'oddHarmonic' },
  ...{ evenHarmonic: 'evenHarmonic', flicker: 'flicker' },
};
const CLASSES = ['380 V', '10 kV', '35 kV', '110 kV'];

it.each(Object.entries(FIELDS))('the form of %s names each figure and each standard', (field, name) => {
  const { zh = '', en = '' } = entityOf('qualityThreshold').schema.properties?.[field]?.description ?? {};
  for (const voltageClass of CLASSES) {
    const { high, source } = limitsOf({}, { voltageClass, zone: 'Asia/Shanghai' }).limits[name];
    if (high === null) continue;
    for (const text of [zh, en]) expect(text).toContain(String(high));
    const [standard = ''] = /GB\/T \d+-\d+/.exec(source.en) ?? [];
    expect(en).toContain(standard);
  }
  const { high } = limitsOf({}, { voltageClass: '10 kV', zone: 'Europe/Berlin' }).limits[name];
  if (high !== null && name !== 'frequency') expect(en).toMatch(new RegExp(`\\b${high}\\b`));
});

it.each([
  ['220 V', 5, 4, 2],
  ['380 V', 5, 4, 2],
  ['10 kV', 4, 3.2, 1.6],
  ['20 kV', null, null, null],
  ['35 kV', 3, 2.4, 1.2],
  ['66 kV', 3, 2.4, 1.2],
  ['110 kV', 2, 1.6, 0.8],
  ['220 kV', 2, 1.6, 0.8],
])('harmonics at %s are limited as GB/T 14549 says', (voltageClass, thdU, odd, even) => {
  const { limits } = limitsOf({}, { voltageClass, zone: 'Asia/Shanghai' });
  const highs = [limits.thdU, limits.oddHarmonic, limits.evenHarmonic].map(({ high }) => high);
  expect(highs).toEqual([thdU, odd, even]);
});

it('explains that 220 kV uses the harmonic limits of 110 kV', () => {
  const { limits } = limitsOf({}, { voltageClass: '220 kV', zone: 'Asia/Shanghai' });
  expect(limits.oddHarmonic.source.en).toContain('may follow 110 kV');
});
