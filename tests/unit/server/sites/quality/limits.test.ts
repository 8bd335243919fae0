/** The limits of the standards: what the form says of them is what the server judges by. */
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
