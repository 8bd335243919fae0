/** The meters of a station, and their consumption between times, in one unit. */
import { convertUnit, unitFactor } from '../../../runtime/core/numbers/unit.ts';
import type { HandlerContext } from '../../engine/context.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { type OpenStation, ofStation } from '../stations/open.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { stationVariables } from '../telemetry/variableAccess.ts';

export type MeterContext = Pick<HandlerContext, 'db' | 'session' | 'telemetry' | 'permission'>;

/** Returns whether a variable measures an amount in a unit that is convertible to the wanted unit. */
export const isMeter = ({ kind, dataType, unit }: TelemetryVariable, meterUnit: string): boolean =>
  kind !== 'gauge' && dataType === 'number' && unitFactor(unit, meterUnit) !== null;

/** Returns the variables of a station with an energy role. */
async function roleSns(trx: ScopedTrx, station: OpenStation, role: string): Promise<string[]> {
  const rows = await trx
    .selectFrom(ofStation(trx, station, 'deviceVariable').as('v'))
    .select('v.sn')
    .where('v.energyRole', '=', role)
    .where('v.enabled', 'is not', false)
    .orderBy('v.sn')
    .execute();
  return rows.flatMap(({ sn }) => sn ?? []);
}

/** Returns the named meters. Throws for a meter of another station or with an incompatible unit. */
export async function requireMeters(
  ctx: MeterContext,
  station: OpenStation,
  sns: readonly string[],
  unit: string,
): Promise<TelemetryVariable[]> {
  const variables = await stationVariables(ctx, station, sns);
  const meterSns = new Set(variables.filter((variable) => isMeter(variable, unit)).map(({ sn }) => sn));
  const wrong = sns.find((sn) => !meterSns.has(sn));
  if (wrong !== undefined) throw new AppError('energy.noMeter', { sn: wrong, unit });
  return variables;
}

/** Returns the meters of a role. Instantaneous variables with the role are left out. */
export async function metersOfRole(
  ctx: MeterContext,
  station: OpenStation,
  role: string,
  unit: string,
): Promise<TelemetryVariable[]> {
  const { db, session } = ctx;
  const sns = await db.tenant(session.tenantId, (trx) => roleSns(trx, station, role));
  const variables = await stationVariables(ctx, station, sns);
  return variables.filter((variable) => isMeter(variable, unit));
}

/** The services for reading meters, in a call or in background work. */
export interface MeterSource {
  session: Pick<HandlerContext['session'], 'tenantId'>;
  telemetry: Pick<HandlerContext['telemetry'], 'statistic'>;
}

/** Returns the consumption of each meter between adjacent bounds, in `unit`, by sn. */
export async function readMeters(
  { session: { tenantId }, telemetry }: MeterSource,
  variables: readonly TelemetryVariable[],
  bounds: readonly number[],
  { unit, zone }: { unit: string; zone: string },
): Promise<Map<string, (number | null)[]>> {
  if (variables.length === 0 || bounds.length < 2) return new Map();
  const series = await telemetry.statistic({
    tenantId,
    variables,
    method: 'DIFF',
    from: bounds[0]!,
    to: bounds.at(-1)!,
    bucket: 'total',
    zone,
    bounds,
  });
  const factors = new Map(variables.map((variable) => [variable.sn, unitFactor(variable.unit, unit) ?? 1]));
  return new Map(
    series.map(({ sn, cells }) => [
      sn,
      cells.map(({ value }) => (value === null ? null : convertUnit(value, factors.get(sn) ?? 1))),
    ]),
  );
}
