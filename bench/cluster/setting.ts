/** Starts a server over a filled database of the cluster bench, and provides the steps that are measured. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type App, createApp } from '../../server/app.ts';
import { loadConfig } from '../../server/platform/config.ts';
import type { ReadyPoint, TelemetryVariable } from '../../server/sites/telemetry/types.ts';
import { openTenant } from '../../tests/support/people/people.ts';
import { dataFolder, login, testEnv } from '../../tests/support/server/server.ts';
import { DEVICE_VARIABLES, deviceSnOf, READINGS, STATION } from '../ingest/rows.ts';
import type { Done, Job } from '../ingest/sender.ts';
import { fillSite, seedBenchSite } from '../ingest/site.ts';
import { sized } from '../kit/size.ts';

export const FLEET_TENANTS = sized(20, 2);
const FIRST_TENANT = 1001;
const TENANT_STATIONS = sized(50, 5);
const VARIABLES = sized(5_000, 100);
const HOUR_MS = 3_600_000;
const STEP_MS = HOUR_MS / 4;
const DAYS = 2;
/** The same end for all settings, so that their results are equal. */
const END = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS;
const FROM = END - DAYS * 24 * HOUR_MS;
const MESSAGES = sized(60, 4);
const PARALLEL = 16;
const BATCH_POINTS = 100;
const BOARD_VARIABLES = 20;
const COURSE_POINTS = 500;
const TENANT = 1;

export interface ClusterSetting {
  name: string;
  /** Processes of its databases. */
  pids: readonly number[];
  /** Sends telemetry of one tenant. */
  ingest(): Promise<unknown>;
  askStatistics(): Promise<unknown>;
  askBoard(): Promise<unknown>;
  /** Requests the curve of one variable as a page does. */
  askCourse(): Promise<unknown>;
  /** Queries the database for the same curve, without an HTTP call. */
  askDatabase(): Promise<unknown>;
  askFleet(): Promise<unknown>;
  /** Stores this many points for each of this many tenants, in one batch. */
  storeBatch(tenants: number): Promise<unknown>;
  close(): Promise<void>;
}

/** Adds a tenant with its stations, and a device and a variable for each station. */
async function seedFleet({ db }: App, id: number): Promise<void> {
  await openTenant({ app: { db } }, { id, name: `租户 ${id}`, nameEn: `Tenant ${id}` });
  const all = `generate_series(1, ${TENANT_STATIONS}) as g`;
  for (const text of [
    `insert into station (tenant_id, sn, name, time_zone) select $1, 'f' || g, 'f' || g, 'Europe/Berlin' from ${all}`,
    `insert into device (tenant_id, sn, name, station_sn, type, token, token_hash)
     select $1, 'f' || g || '-m', 'm', 'f' || g, 'meter', $1 || '-' || g, encode(sha256(($1 || '-' || g)::bytea), 'hex') from ${all}`,
    `insert into device_variable (tenant_id, sn, device_sn, code, name, kind, data_type)
     select $1, 'f' || g || '-m-p', 'f' || g || '-m', 'p', 'p', 'gauge', 'number' from ${all}`,
  ])
    await db.pool.query(text.replaceAll('$1', String(id)));
}

const courseOf = (variable: TelemetryVariable): ReadyPoint[] =>
  Array.from({ length: (DAYS * 24 * HOUR_MS) / STEP_MS }, (_, step) => ({
    variable,
    ts: FROM + step * STEP_MS,
    value: 50 + (step % 40),
    quality: 0,
  }));

async function sendJob(sender: ChildProcess, job: Job): Promise<Done> {
  const done = new Promise<Done>((resolve) => sender.once('message', (answer) => resolve(answer as Done)));
  sender.send(job);
  return done;
}

export async function openSetting(
  name: string,
  url: string,
  pids: readonly number[],
): Promise<ClusterSetting> {
  const folder = await dataFolder();
  const env = { DATABASE_URL: url, WATTDECK_ROLES: 'api,ingest' };
  const app = await createApp(loadConfig(testEnv(folder.path, { env })));
  const { telemetry } = app.services;
  await seedBenchSite(app, VARIABLES);
  await fillSite(app, VARIABLES);
  const own = await telemetry.variables(
    TENANT,
    Array.from({ length: DEVICE_VARIABLES }, (_, index) => `${deviceSnOf(0)}-v${index}`),
  );
  await telemetry.store(
    own.flatMap((variable) => courseOf(variable)),
    { waits: true },
  );
  const fleet = new Map<number, TelemetryVariable[]>();
  for (let id = FIRST_TENANT; id < FIRST_TENANT + FLEET_TENANTS; id += 1) {
    await seedFleet(app, id);
    const sns = Array.from({ length: TENANT_STATIONS }, (_, index) => `f${index + 1}-m-p`);
    const variables = await telemetry.variables(id, sns);
    fleet.set(id, variables);
    await telemetry.store(
      variables.flatMap((variable) => courseOf(variable)),
      { waits: true },
    );
  }
  await app.db.pool.query('vacuum analyze');
  const client = await login({ url: app.url });
  const sender = fork(join(import.meta.dirname, '../ingest/sender.ts'), { stdio: 'inherit' });
  const window = { from: FROM, to: END };
  const statistic = (tenantId: number, variables: TelemetryVariable[], method: 'AVG' | 'SUM') =>
    telemetry.statistic({ tenantId, variables, method, ...window, bucket: 'hour', zone: 'Europe/Berlin' });
  const requestHistory = (count: number, maxPoints: number) =>
    client.call('boardQuery', {
      body: {
        stationSn: STATION,
        needs: [
          {
            key: 'course',
            kind: 'history',
            sns: own.slice(0, count).map(({ sn }) => sn),
            from: new Date(FROM).toISOString(),
            to: new Date(END).toISOString(),
            maxPoints,
          },
        ],
      },
    });
  // The first query rolls up the hours, which is not measured.
  for (const [id, variables] of fleet) await statistic(id, variables, 'SUM');
  let batch = 0;
  let sent = 0;
  return {
    name,
    pids,
    ingest() {
      sent += MESSAGES;
      return sendJob(sender, {
        to: 'http',
        url: app.url,
        devices: VARIABLES / DEVICE_VARIABLES,
        from: sent,
        count: MESSAGES,
        readings: READINGS,
        parallel: PARALLEL,
      });
    },
    askStatistics: () => statistic(TENANT, own, 'AVG'),
    askBoard: () => requestHistory(BOARD_VARIABLES, 200),
    askCourse: () => requestHistory(1, COURSE_POINTS),
    askDatabase: () =>
      telemetry.history({
        tenantId: TENANT,
        variables: own.slice(0, 1),
        ...window,
        maxPoints: COURSE_POINTS,
      }),
    askFleet: () => Promise.all([...fleet].map(([id, variables]) => statistic(id, variables, 'SUM'))),
    storeBatch(tenants) {
      batch += 1;
      const points = [...fleet.values()].slice(0, tenants).flatMap((variables) =>
        Array.from({ length: BATCH_POINTS }, (_, index) => ({
          variable: variables[index % variables.length]!,
          ts: END + batch * 1000 + Math.floor(index / variables.length),
          value: batch,
          quality: 0,
        })),
      );
      return telemetry.store(points, { waits: true });
    },
    async close() {
      sender.disconnect();
      await app.close();
      await folder.remove();
    },
  };
}
