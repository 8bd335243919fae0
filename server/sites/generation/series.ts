/** Ten-minute means of a station's inverters and their strings. */
import { findRoleAll, type StationVariable } from '../../../runtime/core/access/presetRoles.ts';
import { unitFactor } from '../../../runtime/core/numbers/unit.ts';
import { HOUR_MS } from '../../../runtime/core/time/timeWindow.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { type OpenStation, ofStation } from '../stations/open.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { variablesSeen } from '../telemetry/variableAccess.ts';
import type { SiteMeans, UnitMeans } from './detect.ts';

export type GenerationContext = Pick<HandlerContext, 'db' | 'session' | 'telemetry' | 'permission'>;

/** A unit: an inverter or one of its strings. The number of a string is part of its variables' codes. */
export interface Unit {
  deviceSn: string;
  name: string;
  string: number | null;
  peak: number | null;
  /** The variables whose product is the unit's power, with the factor to kW. */
  factors: StationVariable[];
  scale: number;
  irradiance: StationVariable | null;
  module: StationVariable | null;
}

interface Inverter {
  sn: string;
  name: string;
  peakPower: number | null;
}

/** `string3Current` and `string3_current` are the current of the third string. */
const STRING = /^string_?(\d{1,3})_?current$/i;
const DC_VOLTAGE = /^dc_?voltage$/i;
const CURTAILED = /^curtailed_?power$/i;
const WATTS_PER_KW = 1000;
/** Minimum curtailed power, as a share of the peak power. Smaller differences come from the settling of the control. */
const CURTAILED_FROM = 0.005;
/** Share of the export limit from which a station counts as curtailed. */
const AT_LIMIT = 0.97;

export const isString = ({ code }: Pick<StationVariable, 'code'>): boolean => STRING.test(code);

/** Returns the inverters that measure their power, each followed by its strings. Pure. */
export function unitsOf(inverters: readonly Inverter[], variables: readonly StationVariable[]): Unit[] {
  const roleOf = (role: string, sn: string) =>
    findRoleAll(role, variables).find(({ deviceSn }) => deviceSn === sn) ?? null;
  return inverters.flatMap(({ sn, name, peakPower }): Unit[] => {
    const power = roleOf('inverterPower', sn);
    const irradiance = findRoleAll('irradiance', variables).find(
      ({ deviceSn, deviceType }) => deviceSn === sn && deviceType === 'inverter',
    );
    const common = { deviceSn: sn, irradiance: irradiance ?? null, module: roleOf('moduleTemperature', sn) };
    const own = variables.filter(({ deviceSn }) => deviceSn === sn);
    const voltage = own.find(({ code, unit }) => DC_VOLTAGE.test(code) && unit === 'V');
    const strings = voltage ? own.filter((one) => isString(one) && one.unit === 'A') : [];
    const whole: Unit[] = power
      ? [
          {
            ...common,
            ...{ name, string: null, peak: peakPower, factors: [power] },
            scale: unitFactor(power.unit, 'kW') ?? 1,
          },
        ]
      : [];
    const parts = strings.map(
      (current): Unit => ({
        ...common,
        ...{ name, string: Number(STRING.exec(current.code)![1]), factors: [current, voltage!] },
        peak: peakPower === null ? null : peakPower / strings.length,
        scale: 1 / WATTS_PER_KW,
      }),
    );
    return [...whole, ...parts.toSorted((one, other) => one.string! - other.string!)];
  });
}

async function readInverters(trx: ScopedTrx, { session }: GenerationContext, station: OpenStation) {
  const inverters = await trx
    .selectFrom(seen(trx, session, 'device').as('d'))
    .select(['d.sn', 'd.name', 'd.peakPower'])
    .where('d.stationSn', '=', station.sn)
    .where('d.type', '=', 'inverter')
    .orderBy('d.name')
    .execute();
  const variables = await trx
    .selectFrom(seen(trx, session, 'deviceVariable').as('v'))
    .innerJoin(seen(trx, session, 'device').as('d'), 'd.sn', 'v.deviceSn')
    .select((eb) => eb.ref('v.sn').$notNull().as('sn'))
    .select(['v.code', 'v.unit', 'v.deviceSn', 'd.type as deviceType'])
    .where('d.stationSn', '=', station.sn)
    .where('v.sn', 'is not', null)
    .where('v.kind', '=', 'gauge')
    .where('v.enabled', 'is not', false)
    .orderBy('v.code')
    .execute();
  return { inverters, variables: variables.map((row) => ({ ...row, unit: row.unit ?? '' })) };
}

/** Reads the highest export that active strategies allow, in kW. Null without a limit. */
async function readExportLimit(trx: ScopedTrx, station: OpenStation): Promise<number | null> {
  const rows = await ofStation(trx, station, 'strategyConfig')
    .select('limits')
    .where('state', 'in', ['issued', 'acknowledged', 'inForce'])
    .execute();
  const limits = rows.flatMap(({ limits }) => (limits as { export?: number | null } | null)?.export ?? []);
  return limits.length === 0 ? null : Math.max(...limits);
}

/** A value per slot. All arrays have the same length. */
type Means = ReadonlyMap<string, Float64Array>;

const product = (factors: readonly Float64Array[], scale: number): Float64Array =>
  factors[0]!.map((value, at) => factors.slice(1).reduce((all, one) => all * one[at]!, value * scale));

function curtailedSlots(
  length: number,
  peak: number,
  { curtailed, grid }: { curtailed: Float64Array | null; grid: Float64Array | null },
  exportLimit: number | null,
): boolean[] {
  return Array.from({ length }, (_, at) => {
    if (curtailed && curtailed[at]! > CURTAILED_FROM * peak) return true;
    return grid !== null && exportLimit !== null && exportLimit > 0 && -grid[at]! >= AT_LIMIT * exportLimit;
  });
}

async function readMeans(
  ctx: GenerationContext,
  requested: readonly StationVariable[],
  window: { from: number; to: number },
): Promise<{ start: number; length: number; means: Means }> {
  const variables: TelemetryVariable[] = await variablesSeen(ctx, [
    ...new Set(requested.map(({ sn }) => sn)),
  ]);
  const { tenantId } = ctx.session;
  const { start, series } = await ctx.telemetry.means({ tenantId, variables, ...window });
  const means = new Map(variables.map(({ sn }, at) => [sn, series[at]!]));
  return { start, length: series[0]?.length ?? 0, means };
}

/** Reads the full hours of a window. */
export async function readUnits(
  ctx: GenerationContext,
  station: OpenStation,
  { from, to }: { from: number; to: number },
): Promise<{ units: Unit[]; means: UnitMeans[]; site: SiteMeans }> {
  const { inverters, variables, exportLimit } = await ctx.db.tenant(ctx.session.tenantId, async (trx) => ({
    ...(await readInverters(trx, ctx, station)),
    exportLimit: await readExportLimit(trx, station),
  }));
  const found = unitsOf(inverters, variables);
  const air = findRoleAll('airTemperature', variables)[0];
  const curtailed = variables.find(
    ({ code, unit }) => CURTAILED.test(code) && unitFactor(unit, 'kW') !== null,
  );
  const grid = findRoleAll('gridPower', variables)[0];
  const hours = { from: Math.ceil(from / HOUR_MS) * HOUR_MS, to: Math.floor(to / HOUR_MS) * HOUR_MS };
  const requested = found.flatMap(({ factors, irradiance, module }) => [...factors, irradiance, module]);
  const { start, length, means } = await readMeans(
    ctx,
    [...requested, air, curtailed, grid].filter((one) => one !== undefined && one !== null),
    hours,
  );
  const of = (one: StationVariable | null | undefined, unit?: string): Float64Array | null => {
    const series = one ? (means.get(one.sn) ?? null) : null;
    const factor = series && one && unit !== undefined ? unitFactor(one.unit, unit) : 1;
    return series && factor !== null && factor !== 1 ? series.map((value) => value * factor) : series;
  };
  const units = found.filter(({ factors }) => factors.every(({ sn }) => means.has(sn)));
  const peak = inverters.reduce((sum, one) => sum + (one.peakPower ?? 0), 0);
  return {
    units,
    means: units.map(({ deviceSn, string, peak: own, factors, scale, irradiance, module }) => ({
      group: string === null ? '' : deviceSn,
      peak: own,
      power: product(
        factors.map(({ sn }) => means.get(sn)!),
        scale,
      ),
      ...{ irradiance: of(irradiance), module: of(module) },
    })),
    site: {
      ...{ start, air: of(air) },
      curtailed: curtailedSlots(
        length,
        peak,
        { curtailed: of(curtailed, 'kW'), grid: of(grid, 'kW') },
        exportLimit,
      ),
    },
  };
}
