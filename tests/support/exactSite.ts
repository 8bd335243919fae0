/** Devices with one variable each, as exact as a test wants them; points in, statistics out. */
import type { Bucket } from '../../runtime/core/timeWindow.ts';
import type { Method, VariableKind } from '../../server/telemetry/types.ts';
import type { TestServer } from './server.ts';

const TENANT = 1;

export interface ExactVariable {
  /** The number of the variable; that of its device begins like it. */
  sn: string;
  zone: string;
  kind?: VariableKind;
  average?: 'samples' | 'time';
  rollOver?: number;
  offlineAfter?: number;
  formula?: string;
  formulaBasis?: 'point' | 'period';
  unit?: string;
}

export async function exact_seed(server: TestServer, variables: readonly ExactVariable[]): Promise<void> {
  await server.app.db.system(async (trx) => {
    for (const { sn, zone, offlineAfter = 300, kind = 'gauge', ...rest } of variables) {
      const own = { tenantId: TENANT, sn: `${sn}-s`, name: sn, timeZone: zone };
      await trx.insertInto('station').values(own).execute();
      const device = { tenantId: TENANT, sn: `${sn}-d`, name: sn, stationSn: own.sn, type: 'meter' as const };
      await trx
        .insertInto('device')
        .values({ ...device, token: `token-${sn}`, offlineAfter })
        .execute();
      await trx
        .insertInto('deviceVariable')
        .values({
          ...{ tenantId: TENANT, sn, deviceSn: device.sn, code: 'v', name: sn, dataType: 'number' as const },
          ...{ kind, ...rest },
        })
        .execute();
    }
  });
}

export type ExactPoint = readonly [ts: number, value: number, quality?: number];

export async function exact_send(
  server: TestServer,
  sn: string,
  points: readonly ExactPoint[],
): Promise<void> {
  await server.app.services.telemetry.ingest(
    points.map(([ts, value, quality = 0]) => ({ tenantId: TENANT, sn, ts, value, quality })),
  );
}

export interface ExactQuestion {
  method: Method;
  bucket: Bucket;
  from: number;
  to: number;
  zone: string;
}

export async function exact_ask(server: TestServer, sns: readonly string[], question: ExactQuestion) {
  const { telemetry } = server.app.services;
  const variables = await telemetry.variables(TENANT, sns);
  return telemetry.statistic({ tenantId: TENANT, variables, ...question });
}

/** Numbers that look random and are the same in every run. */
export function random_make(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export function shuffled<T>(list: readonly T[], random: (below: number) => number): T[] {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all;
}
