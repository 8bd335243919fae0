/** Finds the last known values of a device by the codes of its variables. */
import { seen } from '../../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../../engine/context.ts';
import { variablesSeen } from '../variableAccess.ts';

type Reader = Pick<HandlerContext, 'db' | 'session' | 'telemetry'>;

export interface DeviceReading {
  code: string;
  value: number;
  unit: string;
  takenAt: string;
  stale: boolean;
}

/**
 * Reads the last values by these codes. Leaves out codes without a variable that the caller may see, and
 * variables without a numeric value.
 */
export async function findReadings(
  ctx: Reader,
  deviceSn: string,
  codes: readonly string[],
): Promise<DeviceReading[]> {
  const rows = await ctx.db.tenant(ctx.session.tenantId, (trx) =>
    trx
      .selectFrom(seen(trx, ctx.session, 'deviceVariable').as('v'))
      .select((eb) => [eb.ref('v.sn').$notNull().as('sn'), 'v.code'])
      .where('v.deviceSn', '=', deviceSn)
      .where('v.code', 'in', [...codes])
      .where('v.sn', 'is not', null)
      .orderBy('v.id')
      .execute(),
  );
  const codeOf = new Map(rows.map(({ sn, code }) => [sn, code ?? '']));
  const variables = await variablesSeen(ctx, [...codeOf.keys()]);
  return ctx.telemetry.latest(variables).flatMap(({ sn, data, ts, unit, stale }) => {
    const code = codeOf.get(sn);
    return code !== undefined && typeof data === 'number' && ts !== null
      ? [{ code, value: data, unit, takenAt: ts, stale }]
      : [];
  });
}
