import type { TestLimits } from './evaluate.ts';
import type { RunRow } from './store.ts';

/** Limits of tests without their own limits. */
const DEFAULTS: TestLimits = {
  energyShare: 100,
  efficiency: 85,
  voltageSpread: 50,
  temperatureMin: 0,
  temperatureMax: 50,
  temperatureSpread: 8,
};

export function limitsOfRun({ limits }: Pick<RunRow, 'limits'>): TestLimits {
  const entered = Object.entries(limits ?? {}).filter(([, value]) => typeof value === 'number');
  return { ...DEFAULTS, ...Object.fromEntries(entered) };
}
