/** Writes the past of variables and packs days like the demo. */
import { fillHistory } from '../../../server/sites/telemetry/fill/index.ts';
import { packPoints } from '../../../server/sites/telemetry/fill/packPoints.ts';
import type { TestServer } from '../server/server.ts';

type Inside = { app: Pick<TestServer['app'], 'services'> };

/** Packs a day with the server's own program. */
export const packedByServer = packPoints;

/** Writes the past of variables. All points of the `judged` variables are announced, of the others only the newest. */
export async function fillPast(
  { app: { services } }: Inside,
  tenantId: number,
  past: ReadonlyMap<string, readonly (readonly [ts: number, value: number])[]>,
  judged: readonly string[] = [],
): Promise<void> {
  const variables = await services.telemetry.variables(tenantId, [...past.keys()]);
  const histories = variables.map((variable) => {
    const points = past.get(variable.sn)!;
    return {
      variable,
      times: Float64Array.from(points, ([ts]) => ts),
      values: Float64Array.from(points, ([, value]) => value),
    };
  });
  await fillHistory(services, tenantId, histories, new Set(judged));
}
