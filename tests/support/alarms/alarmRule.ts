/** A compiled alarm rule, for tests of pure functions. */
import type { PointRule } from '../../../server/sites/alarms/evaluate.ts';
import type { PointCondition } from '../../../server/sites/alarms/types.ts';

export const HOT: Extract<PointCondition, { kind: 'threshold' }> = {
  kind: 'threshold',
  operator: '>',
  threshold: 50,
  hysteresis: 0,
};

export const ruleWith = (condition: PointCondition = HOT, more: Partial<PointRule> = {}): PointRule => ({
  id: 1,
  tenantId: 2,
  name: 'Too hot',
  stationSn: 'S',
  stationName: 'Harbour',
  zone: 'Asia/Shanghai',
  deviceSn: 'D',
  deviceName: 'Cell 1',
  variableSn: 'D-t',
  variableName: 'Temperature',
  unit: '°C',
  decimals: 1,
  level: 'major',
  info: '',
  condition,
  watches: ['D-t'],
  delayMs: 0,
  clearMs: 0,
  hours: null,
  passing: true,
  ...more,
});
