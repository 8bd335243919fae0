/** A station with a battery, its converter and a grid meter, which a strategy can steer. */
import type { Device, StrategyConfig } from '../../generated/types.ts';
import type { Client } from './client.ts';

export interface StorageSite {
  sn: string;
  pcs: Device;
  battery: Device;
  meter: Device;
}

const VARIABLES = {
  pcs: [
    ['power', 'kW'],
    ['setpoint', 'kW'],
  ],
  battery: [
    ['soc', '%'],
    ['cellVoltageMax', 'V'],
    ['cellVoltageMin', 'V'],
    ['cellTemperatureMax', '°C'],
    ['cellTemperatureMin', '°C'],
  ],
  meter: [['power', 'kW']],
} as const;

/** 1,000 kWh, 500 kW, behind a transformer of 1,000 kVA. */
export async function makeStorage(client: Client, sn: string, zone = 'Asia/Shanghai'): Promise<StorageSite> {
  await client.call('stationCreate', {
    body: { sn, name: `Station ${sn}`, timeZone: zone, capacity: 1000, ratedPower: 500 },
  });
  await client.call('transformerCreate', { body: { stationSn: sn, name: 'T1', rating: 1000 } });
  const devices: Partial<Record<keyof typeof VARIABLES, Device>> = {};
  for (const type of ['pcs', 'battery', 'meter'] as const) {
    const device = await client.call('deviceCreate', {
      body: { sn: `${sn}-${type.toUpperCase()}`, name: type, stationSn: sn, type },
    });
    devices[type] = device;
    for (const [code, unit] of VARIABLES[type])
      await client.call('deviceVariableCreate', {
        body: {
          ...{ deviceSn: device.sn, code, name: code, unit, dataType: 'number', kind: 'gauge' },
          ...(code === 'setpoint' ? { writable: true, minValue: -500, maxValue: 500 } : {}),
        },
      });
  }
  const { pcs, battery, meter } = devices;
  if (!pcs || !battery || !meter) throw new Error('a device is missing');
  return { sn, pcs, battery, meter };
}

type Block = NonNullable<StrategyConfig['blocks']>[number];

/** A night that charges and an evening that discharges: 350 kWh each. */
export const TWO_PEAKS: Block[] = [
  { start: '00:00', end: '04:00', power: -87.5 },
  { start: '04:00', end: '18:00', power: 0 },
  { start: '18:00', end: '22:00', power: 78 },
  { start: '22:00', end: '24:00', power: 0 },
];

export const strategyBody = ({ sn, pcs, battery, meter }: StorageSite, blocks: Block[] = TWO_PEAKS) => ({
  ...{ name: 'Two peaks', stationSn: sn, deviceSn: pcs.sn, batterySn: battery.sn, meterSn: meter.sn },
  ...{ kind: 'timeOfDay' as const, blocks, startDate: '2026-01-01' },
  limits: { export: 500 },
});
