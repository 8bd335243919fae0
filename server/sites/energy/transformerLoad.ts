/** C134: the current values of a transformer's meters, with the resulting load and temperature. */
import type { components } from '../../../generated/api.ts';
import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import { startDay } from '../../../runtime/core/time/timeWindow.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { devicesBrief } from '../overview/status.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { variablesSeen } from '../telemetry/variableAccess.ts';

type Monitoring = components['schemas']['TransformerMonitoring'];
type Meter = Monitoring['meters'][number];
type Context = Pick<HandlerContext, 'db' | 'session' | 'telemetry'>;

const POWER = 'power';
const REACTIVE = 'reactivePower';
const FACTOR = 'powerFactor';
const PERCENT = 100;

/** Finds the transformer with its meters and their variables. Only those that the caller may see are included. */
async function findParts({ db, session }: Context, id: number) {
  return db.tenant(session.tenantId, async (trx) => {
    const transformer = await trx
      .selectFrom(seen(trx, session, 'transformer', 'get').as('t'))
      .select(['t.id', 't.name', 't.stationSn', 't.rating', 't.loadLimit', 't.deviceSn', 't.meterSns'])
      .where('t.id', '=', id)
      .executeTakeFirst();
    if (!transformer) throw new AppError('http.notFound');
    const meterSns = (transformer.meterSns ?? []) as string[];
    const { stationSn } = transformer;
    const devices = await devicesBrief(trx, session, seen(trx, session, 'device'), { stationSn });
    const deviceSns = [...meterSns, ...(transformer.deviceSn ? [transformer.deviceSn] : [])];
    const variables =
      deviceSns.length === 0
        ? []
        : await trx
            .selectFrom(seen(trx, session, 'deviceVariable').as('v'))
            .select(['v.sn', 'v.deviceSn'])
            .where('v.deviceSn', 'in', deviceSns)
            .where('v.enabled', 'is not', false)
            .execute();
    return { transformer, meterSns, devices, sns: variables.flatMap(({ sn }) => sn ?? []) };
  });
}

type Values = ReadonlyMap<string, number>;

/** Reads the current values of variables. Values older than the silence limit of the device are left out. */
function readValues({ telemetry }: Context, variables: readonly TelemetryVariable[]): Values {
  return new Map(
    telemetry
      .latest(variables)
      .flatMap(({ sn, data, stale }) => (typeof data === 'number' && !stale ? [[sn, data] as const] : [])),
  );
}

/**
 * Returns the value of the quantity in this unit. Prefers the variable with the usual code to the first
 * variable with a suitable unit. Null without a value.
 */
function quantityOf(
  variables: readonly TelemetryVariable[],
  values: Values,
  unit: string,
  code?: string,
): number | null {
  const fitting = variables.filter(
    ({ kind, unit: own }) => kind === 'gauge' && unitFactor(own, unit) !== null,
  );
  const found = fitting.find((variable) => variable.code === code) ?? (unit === '' ? undefined : fitting[0]);
  const value = found && values.get(found.sn);
  return found && value !== undefined ? convertUnit(value, unitFactor(found.unit, unit) ?? 1) : null;
}

/**
 * Returns the apparent power in kVA: from active and reactive power, or else from active power and power
 * factor. Null if these are unknown.
 */
function apparentOf(power: number | null, reactive: number | null, factor: number | null): number | null {
  if (power === null) return null;
  if (reactive !== null) return Math.hypot(power, reactive);
  return factor ? Math.abs(power / factor) : null;
}

const highest = (variables: readonly TelemetryVariable[], values: Values): number | null => {
  const found = variables.flatMap(({ sn, unit }) => (unit === '°C' ? (values.get(sn) ?? []) : []));
  return found.length > 0 ? Math.max(...found) : null;
};

/**
 * Returns the counter of today's energy, or of the imported energy if the meter counts directions separately.
 */
const energyOf = (variables: readonly TelemetryVariable[]): TelemetryVariable | undefined => {
  const counters = variables.filter(
    ({ kind, unit }) => kind === 'counter' && unitFactor(unit, 'kWh') !== null,
  );
  return counters.find(({ energyRole }) => energyRole === 'gridImport') ?? counters[0];
};

async function readToday(
  { telemetry, session }: Context,
  counters: readonly TelemetryVariable[],
): Promise<Values> {
  const [first] = counters;
  if (!first) return new Map();
  // All counters are at one station.
  const zone = first.stationZone;
  const now = Date.now();
  const series = await telemetry.statistic({
    ...{ tenantId: session.tenantId, variables: counters, method: 'DIFF', bucket: 'total', zone },
    ...{ from: startDay(now, zone), to: now },
  });
  const units = new Map(counters.map(({ sn, unit }) => [sn, unitFactor(unit, 'kWh') ?? 1]));
  return new Map(
    series.flatMap(({ sn, value }) =>
      value === null ? [] : [[sn, convertUnit(value, units.get(sn) ?? 1)] as const],
    ),
  );
}

interface Measured {
  meter: Meter;
  apparent: number | null;
}

/** Returns the sum of the parts. Null if a part is unknown or there are no parts. */
function sumOf(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return parts.length > 0 && known.length === parts.length
    ? known.reduce((sum, part) => sum + part, 0)
    : null;
}

export async function readTransformer(ctx: Context, id: number): Promise<Monitoring> {
  const { transformer, meterSns, devices, sns } = await findParts(ctx, id);
  const { rating, loadLimit, deviceSn } = transformer;
  const variables = await variablesSeen(ctx, sns);
  const values = readValues(ctx, variables);
  const byDevice = Map.groupBy(variables, (variable) => variable.deviceSn);
  const own = devices.filter(({ sn }) => meterSns.includes(sn));
  const counters = own.flatMap(({ sn }) => energyOf(byDevice.get(sn) ?? []) ?? []);
  const today = await readToday(ctx, counters);
  const rateOf = (apparent: number | null) => (apparent === null ? null : (apparent / rating) * PERCENT);
  const measured = own.map(({ sn, name, status, lastTime }): Measured => {
    const ofMeter = byDevice.get(sn) ?? [];
    const power = quantityOf(ofMeter, values, 'kW', POWER);
    const powerFactor = quantityOf(ofMeter, values, '', FACTOR);
    const apparent = apparentOf(power, quantityOf(ofMeter, values, 'kvar', REACTIVE), powerFactor);
    const counter = energyOf(ofMeter);
    const todayEnergy = counter ? (today.get(counter.sn) ?? null) : null;
    const temperature = highest(ofMeter, values);
    const meter = { sn, name, status, lastTime, power, powerFactor, todayEnergy, temperature };
    return { meter: { ...meter, loadRate: rateOf(apparent) }, apparent };
  });
  const loadRate = rateOf(sumOf(measured.map(({ apparent }) => apparent)));
  return {
    ...{ id: Number(transformer.id), name: transformer.name, stationSn: transformer.stationSn, rating },
    power: sumOf(measured.map(({ meter }) => meter.power)),
    loadRate,
    temperature: highest(byDevice.get(deviceSn ?? '') ?? [], values),
    overloaded: loadRate === null || loadLimit === null ? null : loadRate > loadLimit,
    meters: measured.map(({ meter }) => meter),
  };
}
