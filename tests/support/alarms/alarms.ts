/** Creates alarms as rules would raise them, but without values of their variables. */

import { settleAlarms } from '../calls/inside.ts';
import { runSql } from '../calls/world.ts';
import type { Site } from '../telemetry/site.ts';

type Inside = Parameters<typeof settleAlarms>[0];

/** Creates `count` alarms of a site, a minute apart, the newest first. Every `openEvery`th is open. */
export async function addAlarms(
  server: Inside,
  tenantId: number,
  { station, device, variable }: Site,
  { count, openEvery = 1, info = 'High power' }: { count: number; openEvery?: number; info?: string },
): Promise<void> {
  // Waits until the rules are read, because reading them closes alarms that have no rule, such as these.
  await settleAlarms(server);
  await runSql(
    server,
    `insert into alarm (tenant_id, report_time, recover_time, info, status, level, station_sn, device_sn, variable_sn,
                        generater_id, source, value)
     select $1, now() - n * interval '1 minute', case when n % $2 = 0 then null else now() end, $3 || ' ' || n,
            case when n % $2 = 0 then 1 else 0 end, (array['critical', 'major', 'minor', 'info'])[1 + n % 4],
            $4, $5, $6, 900000 + n, $6, '120 kW'
       from generate_series(0, $7::int - 1) n`,
    tenantId,
    openEvery,
    info,
    station.sn,
    device.sn,
    variable.sn,
    count,
  );
}
