import { describe, expect, it } from 'vitest';
import {
  readVariable,
  type VariableEntry,
} from '../../../../../server/sites/telemetry/catalog/variableRows.ts';

const row: VariableEntry = {
  id: 7,
  tenantId: 1,
  sn: 'D1-power',
  deviceSn: 'D1',
  code: 'power',
  name: 'Power',
  deviceName: 'Meter',
  unit: 'kW',
  dataType: 'number',
  kind: 'gauge',
  decimals: 2,
  minValue: null,
  maxValue: null,
  scale: 1,
  offset: 0,
  average: 'samples',
  rollOver: null,
  dailyReset: false,
  formula: null,
  formulaBasis: 'point',
  energyRole: null,
  enabled: true,
  offlineAfter: 300,
  stationSn: 'S1',
  zone: 'Asia/Shanghai',
  stationZone: 'Asia/Shanghai',
};

describe('variables of the catalogue', () => {
  it('share the words that many have in common', () => {
    const shared: string[] = [];
    const variable = readVariable(row, (word) => {
      shared.push(word);
      return word;
    });
    expect(variable).toEqual(row);
    expect(shared).toEqual(
      expect.arrayContaining(['D1', 'S1', 'power', 'Power', 'Meter', 'kW', 'Asia/Shanghai']),
    );
    // Variables do not share their names.
    expect(shared).not.toContain('D1-power');
  });
});
