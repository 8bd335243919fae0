/** Reads the named variables of a call if the caller may read their values. */
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { recordWhere } from '../../engine/access/recordScope.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { listHiddenFields } from '../../engine/entities/columns.ts';
import type { OpenStation } from '../stations/open.ts';
import type { Telemetry } from './index.ts';
import type { TelemetryVariable } from './types.ts';

type Context = Pick<HandlerContext, 'db' | 'session' | 'telemetry'>;

/** At runtime, the context's telemetry is complete. Its type hides functions, so that callers use this file. */
const wholeTelemetry = ({ telemetry }: Pick<Context, 'telemetry'>): Telemetry => telemetry as Telemetry;

/** Replaces a variable's name by an empty text if the caller's roles hide it. Callers therefore need no check. */
function hideNames({ session }: Context, variables: TelemetryVariable[]): TelemetryVariable[] {
  const hidesName = listHiddenFields(entityOf('deviceVariable'), session).has('name');
  const hidesDevice = listHiddenFields(entityOf('device'), session).has('name');
  if (!hidesName && !hidesDevice) return variables;
  return variables.map((variable) => ({
    ...variable,
    ...(hidesName && { name: '' }),
    ...(hidesDevice && { deviceName: '' }),
  }));
}

/** Reads the variables that the caller may list, sorted by sn. Unknown variables are missing. */
export const variablesSeen = async (ctx: Context, sns: readonly string[]): Promise<TelemetryVariable[]> =>
  hideNames(ctx, await listVariables(ctx, sns));

async function listVariables(ctx: Context, sns: readonly string[]): Promise<TelemetryVariable[]> {
  const { db, session } = ctx;
  const isNarrow = recordWhere(session, entityOf('deviceVariable'), 'list') !== null;
  if (!isNarrow || sns.length === 0) return wholeTelemetry(ctx).variables(session.tenantId, sns);
  const rows = await db.tenant(session.tenantId, (trx) =>
    trx
      .selectFrom(seen(trx, session, 'deviceVariable').as('v'))
      .select('v.sn')
      .where('v.sn', 'in', [...sns])
      .execute(),
  );
  const ownSns = new Set(rows.map(({ sn }) => sn));
  return wholeTelemetry(ctx).variables(
    session.tenantId,
    sns.filter((sn) => ownSns.has(sn)),
  );
}

/** Reads variables of an opened station, for figures of the whole station. */
export async function stationVariables(
  ctx: Pick<Context, 'session' | 'telemetry'>,
  station: OpenStation,
  sns: readonly string[],
): Promise<TelemetryVariable[]> {
  const variables = await wholeTelemetry(ctx).variables(ctx.session.tenantId, sns);
  return variables.filter(({ stationSn }) => stationSn === station.sn);
}

/** Reads variables of several stations that the caller may see, for figures of whole stations. */
export async function stationsVariables(
  ctx: Pick<Context, 'session' | 'telemetry'>,
  stationSns: ReadonlySet<string>,
  sns: readonly string[],
): Promise<TelemetryVariable[]> {
  const variables = await wholeTelemetry(ctx).variables(ctx.session.tenantId, sns);
  return variables.filter(({ stationSn }) => stationSns.has(stationSn));
}

/** Reads the variable with a tariff's prices. Users who may see the tariff may see its prices. */
export const priceVariables = (
  { session, telemetry }: { session: Pick<Context['session'], 'tenantId'>; telemetry: Context['telemetry'] },
  sn: string,
): Promise<TelemetryVariable[]> => wholeTelemetry({ telemetry }).variables(session.tenantId, [sn]);

/** Returns the telemetry for a board's needs, limited to variables that the caller may list. */
export const telemetrySeen = (ctx: Context): Telemetry =>
  Object.create(ctx.telemetry, {
    variables: { value: (_tenantId: number, sns: readonly string[]) => variablesSeen(ctx, sns) },
  }) as Telemetry;
