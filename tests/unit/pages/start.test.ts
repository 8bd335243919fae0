import { expect, it } from 'vitest';
import { type EnergyAnswers, energyFigures } from '../../../pages/start/parts/energyNow.ts';

const NONE = { stations: 3, normal: 2, power: null, soc: null, energyToday: null, openAlarms: 1 };
const fleets = (more: Partial<EnergyAnswers['fleets']>): EnergyAnswers['fleets'] => ({
  ...{ pv: NONE, battery: NONE, load: NONE, grid: NONE },
  ...more,
});
const figuresOf = (answers: EnergyAnswers) =>
  energyFigures(answers).map(({ name, values, note }) => [name, values.join(', '), note?.values.energy]);

it("describes the direction of power and shows today's energy", () => {
  const shown = fleets({
    pv: { ...NONE, power: 120.04, energyToday: 512.25 },
    battery: { ...NONE, power: -40, energyToday: 0, soc: 61.5 },
    grid: { ...NONE, power: 12, energyToday: null },
  });
  const income = [
    { currency: 'CNY', amount: '1234.50' },
    { currency: 'MYR', amount: '-3.00' },
  ];
  expect(figuresOf({ fleets: shown, income })).toEqual([
    ['start.power.pv', '120.0 kW', '512.3 kWh'],
    ['start.power.batteryIn', '40.0 kW', '0.0 kWh'],
    ['start.power.gridOut', '12.0 kW', undefined],
    ['start.soc', '61.5%', undefined],
    ['start.profit', 'CNY 1,234.50, MYR -3.00', undefined],
    ['start.stations', '3', undefined],
  ]);
});

it('omits values that no station measures, and money at hidden prices', () => {
  expect(figuresOf({ fleets: fleets({}), income: [] })).toEqual([['start.stations', '3', undefined]]);
});
