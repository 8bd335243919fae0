/** Reads the values for the interlocks of a converter. */
import { sql } from 'kysely';
import { findRoleAll, roleKeys, type StationVariable } from '../../../runtime/core/access/presetRoles.ts';
import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { SET_POINT } from '../control/setPoint.ts';
import { ALARM_OPEN } from '../notify/alarmStatus.ts';
import { devicesBrief, ONLINE } from '../overview/status.ts';
import { realtimeOf } from '../quality/figures.ts';
import { readQualityStation } from '../quality/station.ts';
import { type OpenStation, ofStation } from '../stations/open.ts';
import { SILENT_MS } from '../strategies/measured.ts';
import { stationVariables } from '../telemetry/variableAccess.ts';
import type { ConnectionFacts, GridTarget } from './checks.ts';

export type ConnectionContext = Pick<
  HandlerContext,
  'db' | 'hub' | 'session' | 'telemetry' | 'permission' | 'lang'
>;

/** Code of the converter's variable that reports the grid mode and accepts the command. */
export const GRID_MODE = 'gridMode';
export const MODE_VALUES: Readonly<Record<GridTarget, number>> = { offGrid: 0, onGrid: 1 };

export interface Converter {
  sn: string;
  name: string;
  isOnline: boolean;
  modeSn: string;
  facts: ConnectionFacts;
  /** Time of the mode's last measurement. */
  modeTime: string | null;
}

interface Variable extends StationVariable {
  minValue: number | null;
  maxValue: number | null;
}
type Variables = Variable[];

/** Matches the variables that the page reads every few seconds. */
const KEYS = `^(?:${GRID_MODE}|${SET_POINT})$|${roleKeys(['batteryPower', 'gridPower', 'soc'])}`;
const OWN = ['power', GRID_MODE, SET_POINT];

async function readVariables(trx: ScopedTrx, station: OpenStation): Promise<Variables> {
  const rows = await trx
    .selectFrom(ofStation(trx, station, 'deviceVariable').as('v'))
    .innerJoin(ofStation(trx, station, 'device').as('d'), 'd.sn', 'v.deviceSn')
    .select((eb) => eb.ref('v.sn').$notNull().as('sn'))
    .select(['v.code', 'v.unit', 'v.deviceSn', 'd.type as deviceType', 'v.minValue', 'v.maxValue'])
    .where('v.sn', 'is not', null)
    .where(sql<boolean>`v.code ~* ${KEYS}`)
    .where('v.enabled', 'is not', false)
    .orderBy('v.code')
    .execute();
  return rows.map((row) => ({ ...row, unit: row.unit ?? '' }));
}

/** Reads the station's converters that can be switched off the grid and that the caller may see. */
async function readConverters(trx: ScopedTrx, { session }: ConnectionContext, station: OpenStation) {
  const variables = await readVariables(trx, station);
  const modes = new Map(
    variables.flatMap(({ code, deviceSn, sn }) => (code === GRID_MODE ? [[deviceSn, sn] as const] : [])),
  );
  const devices = await devicesBrief(trx, session, seen(trx, session, 'device'), { stationSn: station.sn });
  const converters = devices.filter(({ sn }) => modes.has(sn));
  const alarms = await trx
    .selectFrom(ofStation(trx, station, 'alarm').as('a'))
    .select('a.deviceSn')
    .where('a.status', '=', ALARM_OPEN)
    .where('a.level', '=', 'critical')
    .execute();
  const steering = await trx
    .selectFrom(ofStation(trx, station, 'strategyConfig').as('c'))
    .select(['c.deviceSn', 'c.suspendedUntil'])
    .where('c.state', 'in', ['issued', 'acknowledged', 'inForce'])
    .execute();
  const place = await ofStation(trx, station, 'station').select('ratedPower').executeTakeFirst();
  return { variables, modes, converters, alarms, steering, rated: place?.ratedPower ?? null };
}

type Values = (variable: StationVariable | undefined, unit?: string) => number | null;

/** Reads the newest values. Values older than a minute are left out. */
async function valuesOf(
  ctx: ConnectionContext,
  station: OpenStation,
  requested: readonly string[],
  now: number,
): Promise<{ value: Values; timeOf(sn: string): string | null }> {
  const readings = ctx.telemetry.latest(await stationVariables(ctx, station, requested));
  const bySn = new Map(readings.map((reading) => [reading.sn, reading]));
  return {
    value(variable, unit) {
      const reading = variable && bySn.get(variable.sn);
      const isRecent = typeof reading?.ts === 'string' && now - Date.parse(reading.ts) <= SILENT_MS;
      const factor = variable && unit !== undefined ? unitFactor(variable.unit, unit) : 1;
      if (!isRecent || factor === null || typeof reading.data !== 'number') return null;
      return convertUnit(reading.data, factor);
    },
    timeOf: (sn) => bySn.get(sn)?.ts ?? null,
  };
}

/** Reads the voltage and frequency with the largest deviation from their limits, computed as for power quality. */
async function gridFacts(
  ctx: ConnectionContext,
  { sn }: OpenStation,
): Promise<Pick<ConnectionFacts, 'voltage' | 'frequency'>> {
  const station = await readQualityStation(ctx, { sn });
  const measured = (quantity: 'voltage' | 'frequency') =>
    realtimeOf(ctx, station).flatMap(({ group, judged, low, high, stale }) =>
      group === quantity && judged !== null && !stale ? [{ value: judged, low, high }] : [],
    );
  const farthest = (of: ReturnType<typeof measured>) =>
    of.toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value))[0] ?? null;
  return { voltage: farthest(measured('voltage')), frequency: farthest(measured('frequency')) };
}

const modeOf = (value: number | null): GridTarget | null => {
  if (value === null) return null;
  return value === MODE_VALUES.offGrid ? 'offGrid' : 'onGrid';
};

/** Returns the lowest state of charge of the station's batteries. Null if one of them is unknown. */
function lowestSoc(contents: Variables, value: Values): number | null {
  const values = contents.map((one) => value(one));
  return values.length === 0 || values.includes(null) ? null : Math.min(...(values as number[]));
}

export async function readConnections(ctx: ConnectionContext, station: OpenStation): Promise<Converter[]> {
  const { db, session } = ctx;
  const now = Date.now();
  const found = await db.tenant(session.tenantId, (trx) => readConverters(trx, ctx, station));
  const { variables, modes, converters, alarms, steering, rated } = found;
  if (converters.length === 0) return [];
  const meter = findRoleAll('gridPower', variables)[0];
  const contents = findRoleAll('soc', variables);
  const converterSns = new Set(converters.map(({ sn }) => sn));
  const own = variables.filter(({ deviceSn, code }) => converterSns.has(deviceSn) && OWN.includes(code));
  const requested = new Set([...own, ...contents, ...(meter ? [meter] : [])].map(({ sn }) => sn));
  const { value, timeOf } = await valuesOf(ctx, station, [...requested], now);
  const grid = value(meter, 'kW');
  const quality = await gridFacts(ctx, station);
  const soc = lowestSoc(contents, value);
  return converters.map(({ sn, name, status, enabled }): Converter => {
    const ofOwn = (code: string) => own.find((one) => one.deviceSn === sn && one.code === code);
    const power = value(ofOwn('power'), 'kW');
    const { minValue, maxValue } = ofOwn(SET_POINT) ?? { minValue: null, maxValue: null };
    const steered = steering.some(
      ({ deviceSn, suspendedUntil }) =>
        deviceSn === sn && !(suspendedUntil !== null && Date.parse(suspendedUntil) > now),
    );
    const isOnline = enabled && status === ONLINE;
    return {
      ...{ sn, name, isOnline, modeSn: modes.get(sn)!, modeTime: timeOf(modes.get(sn)!) },
      facts: {
        ...{ isOnline, mode: modeOf(value(ofOwn(GRID_MODE))), isSteered: steered, soc },
        ...{ charge: minValue === null ? rated : -minValue, discharge: maxValue ?? rated },
        openAlarms: alarms.filter(({ deviceSn }) => deviceSn === sn || deviceSn === null).length,
        need: grid === null || power === null ? null : grid + power,
        ...quality,
      },
    };
  });
}
