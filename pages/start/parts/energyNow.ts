/** The figures of the start page: current power of all stations, today's energy, and profit. */
import type { Data } from '../../../generated/calls.ts';
import { formatNumber, formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import type texts from '../texts.json';

type Fleet = Data<'stationFleet'>;
type Key = keyof typeof texts;

export const POWERS = ['pv', 'battery', 'load', 'grid'] as const;
type Power = (typeof POWERS)[number];

/** The answers with the figures. Without permission for prices the income is empty. */
export interface EnergyAnswers {
  fleets: Readonly<Record<Power, Fleet['totals']>>;
  income: Data<'fleetHeadline'>['income'];
}

/** A figure. `name` and `note` are keys of texts. */
export interface EnergyFigure {
  key: string;
  name: Key;
  values: string[];
  note?: { key: Key; values: Record<string, string | number> };
}

const ONE = { decimals: 1 };
const CENTS = { decimals: 2 };

/** Returns the label of the power by its sign. Discharging and drawing from the grid are positive. */
function namePower(of: Power, power: number | null): Key {
  if (of === 'pv' || of === 'load' || !power) return `start.power.${of}`;
  return `start.power.${of}${power > 0 ? 'Out' : 'In'}`;
}

function showPower(of: Power, { power, energyToday }: Fleet['totals']): EnergyFigure[] {
  if (power === null && energyToday === null) return [];
  const isSigned = of === 'battery' || of === 'grid';
  const shown = power !== null && isSigned ? Math.abs(power) : power;
  return [
    {
      key: of,
      name: namePower(of, power),
      values: [formatQuantity(shown, 'kW', ONE)],
      ...(energyToday !== null && {
        note: { key: `start.today.${of}`, values: { energy: formatQuantity(energyToday, 'kWh', ONE) } },
      }),
    },
  ];
}

/** Returns the figures in order, without unmeasured ones. Currencies have separate totals. */
export function energyFigures({ fleets, income }: EnergyAnswers): EnergyFigure[] {
  const { stations, normal } = fleets.pv;
  const { soc } = fleets.battery;
  const figures: EnergyFigure[] = POWERS.flatMap((of) => showPower(of, fleets[of]));
  if (soc !== null) figures.push({ key: 'soc', name: 'start.soc', values: [formatQuantity(soc, '%', ONE)] });
  const amounts = income.map(({ currency, amount }) => `${currency} ${formatNumber(Number(amount), CENTS)}`);
  if (amounts.length > 0) figures.push({ key: 'profit', name: 'start.profit', values: amounts });
  figures.push({
    key: 'stations',
    name: 'start.stations',
    values: [formatNumber(stations)],
    note: { key: 'start.stationsNormal', values: { normal } },
  });
  return figures;
}

export async function readEnergy(signal: AbortSignal): Promise<EnergyAnswers> {
  const options = { quiet: true, signal };
  const fleetOf = async (of: Power) => (await call('stationFleet', { query: { of } }, options)).totals;
  const [pv, battery, load, grid, { income }] = await Promise.all([
    fleetOf('pv'),
    fleetOf('battery'),
    fleetOf('load'),
    fleetOf('grid'),
    call('fleetHeadline', { body: {} }, options),
  ]);
  return { fleets: { pv, battery, load, grid }, income };
}
