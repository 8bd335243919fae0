import { expect, it } from 'vitest';
import { cellPlace } from '../../../../server/sites/overview/batteryCells.ts';

it.each([
  ['cellVoltage_1_3_12', ['voltage', 1, 3, 12]],
  ['cellVoltage_3_12', ['voltage', null, 3, 12]],
  ['cellTemperature12', ['temperature', null, null, 12]],
  ['cell_temp_3.7', ['temperature', null, 3, 7]],
  ['CELL_VOLT_2', ['voltage', null, null, 2]],
])('the key %s names a cell', (code, [quantity, cluster, pack, cell]) => {
  expect(cellPlace(code)).toEqual({ quantity, cluster, pack, cell });
});

it.each([
  'cellVoltageMax',
  'cellVoltage',
  'voltage_1',
  'cellVoltage_1_2_3_4',
  'cellTemperature_12345',
  'xcellVoltage_1',
])('the key %s names none', (code) => {
  expect(cellPlace(code)).toBeNull();
});
