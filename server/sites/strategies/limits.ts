/** The limits of a strategy, from its own record and other records of its station. */
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import { SET_POINT } from '../control/setPoint.ts';

/** Limits as in the field `limits`. Missing entries mean no limit. */
export interface Entered {
  socMin?: number | null;
  socMax?: number | null;
  power?: number | null;
  demand?: number | null;
  export?: number | null;
  ramp?: number | null;
  cellVoltageMin?: number | null;
  cellVoltageMax?: number | null;
  cellTemperatureMin?: number | null;
  cellTemperatureMax?: number | null;
  loadMin?: number | null;
  loadMax?: number | null;
}

/** The maximum powers of the equipment. Null if unknown. */
export interface Ratings {
  /** Power of the converter, kW. */
  charge: number | null;
  discharge: number | null;
  /** Capacity of the battery, kWh. */
  capacity: number | null;
  /** Total rating of the station's transformers, in kW. Null if none is entered. */
  transformer: number | null;
}

export interface Equipment {
  tenantId: number;
  stationSn: string;
  deviceSn: string;
}

/** Reads the ratings of each converter, in the order of the request. The ratings of a deleted converter are unknown. */
export async function readRatings(trx: Trx, equipment: readonly Equipment[]): Promise<Ratings[]> {
  const { rows } = await sql<Ratings>`
    select coalesce(-v.min_value, s.rated_power) as charge, coalesce(v.max_value, s.rated_power) as discharge,
           s.capacity,
           (select sum(t.rating * coalesce(t.load_limit, 95) / 100)::float8 from transformer t
             where t.tenant_id = s.tenant_id and t.station_sn = s.sn) as transformer
      from unnest(${equipment.map(({ tenantId }) => tenantId)}::int4[], ${equipment.map(({ stationSn }) => stationSn)}::text[],
                  ${equipment.map(({ deviceSn }) => deviceSn)}::text[])
             with ordinality as p (tenant_id, station_sn, device_sn, place)
      left join station s on s.tenant_id = p.tenant_id and s.sn = p.station_sn
      left join device_variable v
        on v.tenant_id = p.tenant_id and v.device_sn = p.device_sn and v.code = ${SET_POINT}
     order by p.place`.execute(trx);
  return rows;
}

/** The effective limits. Entered limits can only narrow those of the equipment. */
export interface Limits {
  socMin: number;
  socMax: number;
  /** Maximum charging and discharging power in kW. Null if unknown. The strategy then controls nothing. */
  charge: number | null;
  discharge: number | null;
  transformer: number | null;
  demand: number | null;
  export: number;
  /** In kW per second. Null for the converter's own ramp. */
  ramp: number | null;
  cellVoltage: readonly [number, number];
  cellTemperature: readonly [number, number];
}

const lower = (one: number | null, other: number | null | undefined): number | null =>
  one === null ? (other ?? null) : Math.min(one, other ?? one);

/** Default window of the state of charge, in percent. */
const SOC_WINDOW = [10, 90] as const;
const CELL_VOLTAGE = [2.8, 3.6] as const;
const CELL_TEMPERATURE = [0, 50] as const;

export function limitsOf(entered: Entered, ratings: Ratings): Limits {
  return {
    socMin: entered.socMin ?? SOC_WINDOW[0],
    socMax: entered.socMax ?? SOC_WINDOW[1],
    charge: lower(ratings.charge, entered.power),
    discharge: lower(ratings.discharge, entered.power),
    transformer: ratings.transformer,
    demand: entered.demand ?? null,
    export: entered.export ?? 0,
    ramp: entered.ramp ?? null,
    cellVoltage: [entered.cellVoltageMin ?? CELL_VOLTAGE[0], entered.cellVoltageMax ?? CELL_VOLTAGE[1]],
    cellTemperature: [
      entered.cellTemperatureMin ?? CELL_TEMPERATURE[0],
      entered.cellTemperatureMax ?? CELL_TEMPERATURE[1],
    ],
  };
}
