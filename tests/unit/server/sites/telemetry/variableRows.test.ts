import { describe, expect, it } from 'vitest';
import {
  readLatest,
  readVariable,
  type VariableRow,
} from '../../../../../server/sites/telemetry/variableRows.ts';

const row: VariableRow = {
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
  formula: null,
  formulaBasis: 'point',
  energyRole: null,
  enabled: true,
  offlineAfter: 300,
  stationSn: 'S1',
  zone: 'Asia/Shanghai',
  stationZone: 'Asia/Shanghai',
  latestValue: null,
  latestText: null,
  latestTs: null,
};

describe('variables of the catalogue', () => {
  it('are kept without their latest value, with the words that many have in common', () => {
    const shared: string[] = [];
    const variable = readVariable(row, (word) => {
      shared.push(word);
      return word;
    });
    const { latestValue, latestText, latestTs, ...kept } = row;
    expect(variable).toEqual(kept);
    expect(shared).toEqual(
      expect.arrayContaining(['D1', 'S1', 'power', 'Power', 'Meter', 'kW', 'Asia/Shanghai']),
    );
    // The name of the variable itself is its own.
    expect(shared).not.toContain('D1-power');
  });

  it('have a latest value where something came of them, a zero and a text as well', () => {
    expect(
      readLatest([
        row,
        { ...row, id: 8, latestValue: 0, latestTs: 5 },
        { ...row, id: 9, latestText: 'on', latestTs: 6 },
      ]),
    ).toEqual([
      { tenantId: 1, variableId: 8, ts: 5, value: 0 },
      { tenantId: 1, variableId: 9, ts: 6, value: 'on' },
    ]);
  });
});
