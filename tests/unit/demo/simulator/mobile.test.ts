import { describe, expect, it } from 'vitest';
import { placeOn, type UnitSpec, unitAt } from '../../../../demo/simulator/mobile.ts';

const unit: UnitSpec = {
  ...{ sn: 'ME', zone: 'Asia/Shanghai', capacity: 400, power: 40, hole: [7.25, 7.5], silent: [15, 15.5] },
  road: [
    [120, 31],
    [120.5, 31],
    [120.5, 31.5],
  ],
};
const at = (time: string) => unitAt(unit, Date.parse(`2026-11-10T${time}:00+08:00`));

describe('a simulated mobile unit', () => {
  it('charges at its depot at night, and delivers at its customer by day', () => {
    expect(at('02:00')).toMatchObject({ power: -40.8, longitude: 120, latitude: 31 });
    expect(at('06:30')).toMatchObject({ power: 0, soc: 95 });
    expect(at('10:00')).toMatchObject({ power: 40, longitude: 120.5, latitude: 31.5 });
    // 40 kW over 7.5 h are 75 % of 400 kWh.
    expect(at('17:30')).toMatchObject({ power: 0, soc: 20 });
    expect(at('21:00')).toMatchObject({ longitude: 120, latitude: 31 });
  });

  it('counts the delivered energy, day after day', () => {
    const before = at('08:00').dischargeEnergy!;
    expect(at('10:30').dischargeEnergy! - before).toBe(80);
    expect(at('23:00').dischargeEnergy! - before).toBe(300);
    const next = unitAt(unit, Date.parse('2026-11-11T08:00:00+08:00'));
    expect(next.dischargeEnergy! - before).toBe(300);
  });

  it('has no position in the tunnel, and no signal underground', () => {
    expect(at('07:20')).not.toHaveProperty('longitude');
    expect(at('07:20')).toHaveProperty('soc');
    expect(at('15:15')).toEqual({});
  });

  it('drives along the road at a constant speed', () => {
    const { road } = unit;
    expect(placeOn(road, 0)).toEqual([120, 31]);
    expect(placeOn(road, 1)).toEqual([120.5, 31.5]);
    const [longitude, latitude] = placeOn(road, 0.2);
    expect(latitude).toBe(31);
    expect(longitude).toBeGreaterThan(120.1);
  });
});
