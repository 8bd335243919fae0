/** Gives tests access to the inside of the server. They run single steps of its work at once and read its events. */

import { sql } from 'kysely';
import { seedDemo } from '../../../demo/index.ts';
import type { CallAction } from '../../../generated/definition.ts';
import type { OperationInfo } from '../../../generated/operations.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { StatisticMethod } from '../../../runtime/core/scheduler/types.ts';
import { startMqtt } from '../../../server/connectors/mqtt/index.ts';
import { type MqttLink, startListener } from '../../../server/connectors/mqtt/listener.ts';
import { enforceDeadlines } from '../../../server/engine/approvals/deadlines.ts';
import { replaceAbsent } from '../../../server/engine/approvals/substitutes.ts';
import type { CallContext, Services, Session, StartAccount } from '../../../server/engine/context.ts';
import { searchRecords } from '../../../server/engine/entities/list/search.ts';
import { selectionWhere } from '../../../server/engine/entities/list/selection.ts';
import { fillPinyin } from '../../../server/engine/entities/pinyin.ts';
import { sealedAt } from '../../../server/engine/entities/sealed.ts';
import { seedPlatform } from '../../../server/engine/identity/seed.ts';
import { signToken, TOKEN_PURPOSE } from '../../../server/engine/identity/session/tokens.ts';
import { forgetTold, keepUntold } from '../../../server/engine/identity/signIn/untold.ts';
import { createJobs, type JobStep, type Jobs } from '../../../server/engine/jobs/index.ts';
import { serveAction } from '../../../server/engine/mapping/index.ts';
import type { MappedInput } from '../../../server/engine/mapping/sources.ts';
import { createRetention } from '../../../server/engine/records/retention.ts';
import type { Config } from '../../../server/platform/config.ts';
import type { Trx } from '../../../server/platform/db/index.ts';
import { trxAny } from '../../../server/platform/db/tables/anyTable.ts';
import { AppError, answerError, type PlainKey } from '../../../server/platform/errors/errors.ts';
import type { HubEvent, LivePoint } from '../../../server/platform/events.ts';
import { sweepFiles } from '../../../server/platform/files/sweep.ts';
import { createHub } from '../../../server/platform/hub/hub.ts';
import { readSecret } from '../../../server/platform/secrets/keyFile.ts';
import { type Alarms, createAlarms } from '../../../server/sites/alarms/index.ts';
import { sweepLinks } from '../../../server/sites/channels/linkStates.ts';
import { sweepServers } from '../../../server/sites/channels/reach.ts';
import { storeDemands } from '../../../server/sites/energy/keepDemand.ts';
import { storeProfits } from '../../../server/sites/fleet/keepProfit.ts';
import { storeReports } from '../../../server/sites/reports/keep.ts';
import { createCatalog, type LatestRow } from '../../../server/sites/telemetry/catalog/catalog.ts';
import { storeToken } from '../../../server/sites/telemetry/catalog/deviceToken.ts';
import { createTelemetry, type IngestPoint, type Telemetry } from '../../../server/sites/telemetry/index.ts';
import { createRefusals } from '../../../server/sites/telemetry/refusals/index.ts';
import { expirePoints } from '../../../server/sites/telemetry/storage/expire.ts';
import { storageJob } from '../../../server/sites/telemetry/storage/job.ts';
import { rebuildRollups } from '../../../server/sites/telemetry/write/rollups/rebuild.ts';
import type { TestServer } from '../server/server.ts';
import type { Client } from './client.ts';
import { runSql } from './world.ts';

export { ownBoard } from '../../../demo/board.ts';
export { demoStations } from '../../../demo/sites/sites.ts';
export type { Manifest } from '../../../server/backup/manifest.ts';
export type { MqttLink } from '../../../server/connectors/mqtt/listener.ts';
export { listAskedKeys } from '../../../server/engine/permissions/catalogue.ts';
export { MANY_STATIONS } from '../../../server/sites/fleet/lately.ts';
export type { Telemetry } from '../../../server/sites/telemetry/index.ts';
export { resolveNeed } from '../../../server/sites/telemetry/read/needs.ts';
export type Method = StatisticMethod;

type OtherWriter = Parameters<typeof createTelemetry>[0]['writer'];
type Inside = { app: Pick<TestServer['app'], 'db' | 'services'> };

/** Collects all events in the server from now on, until `stop`. */
export function listenEvents({ app }: Inside) {
  const events: HubEvent[] = [];
  const stop = app.services.hub.subscribe((event) => void events.push(event));
  return {
    events,
    points: (): LivePoint[] => events.flatMap((event) => (event.type === 'points' ? event.points : [])),
    stop,
  };
}

/** Notifies all subscribers in the server, as another process would. */
export const publishEvent = ({ app }: Inside, event: HubEvent): void => app.services.hub.publish(event);

/** Resolves when the alarms have judged the stored points. */
export const settleAlarms = ({ app }: Inside): Promise<void> => app.services.alarms.settled();

/** Stores the refusals now. */
export const flushRefusals = ({ app }: Inside): Promise<void> => app.services.telemetry.refusals.flush();

/** Stores immediately which devices sent data. */
export const flushHeard = ({ app }: Inside): Promise<void> => app.services.telemetry.heard.flush();

/** Stores the channels by which points arrived, and computes their states. */
export async function followLinks({ app }: Inside): Promise<void> {
  await app.services.telemetry.traffic.flush();
  await sweepLinks(app.services);
}

/** Tries all monitor servers now. */
export const tryServers = ({ app }: Inside, ownPorts: readonly number[]): Promise<void> =>
  sweepServers({ ...app.services, ownPorts });

/** Deletes expired entries of the recycle bin and notices, with these settings instead of the server's. */
export const runRetention = ({ app: { services } }: Inside, settings: Partial<Config> = {}): Promise<void> =>
  createRetention({ ...services, config: { ...services.config, ...settings } }).run();

export const enforceDeadlinesAt = ({ app }: Inside, time: number): Promise<void> =>
  enforceDeadlines(app.services, new Date(time));

/** Replaces approvers who left. */
export const replaceAbsentNow = ({ app }: Inside): Promise<void> => replaceAbsent(app.services);

export const fillPinyinNow = ({ app }: Inside): Promise<unknown> => fillPinyin(app.db);

/** Deletes files without a reference, and returns their number. */
export const sweepFilesNow = ({ app }: Inside): Promise<number> => sweepFiles(app.services);

/** Ends jobs without a process, and deletes expired ones. */
export const sweepJobs = ({ app }: Inside): Promise<void> => app.services.jobs.sweep();

export const startJob = ({ app }: Inside, job: Parameters<Jobs['start']>[0]) => app.services.jobs.start(job);

/** Returns the jobs of another process, with these settings instead of the server's. */
export const otherJobs = ({ app: { services } }: Inside, settings: Partial<Config> = {}): Jobs =>
  createJobs({ ...services, config: { ...services.config, ...settings } });

/** Runs the maintenance of the storage as the platform does. Resolves when it has ended. */
export const runStorage = (
  { app: { services } }: Inside,
  stop = new AbortController().signal,
): Promise<void> => services.jobs.run(storageJob(services, null), stop);

/** Takes a lease that one process can have at a time. The returned function releases it. */
export async function acquireLease({ app }: Inside, name: string): Promise<() => Promise<void>> {
  const lease = await app.db.lease(name, new AbortController().signal);
  if (!lease) throw new Error(`another process has "${name}"`);
  return async () => void (await lease.release());
}

/** Starts a second listener or bridge beside the server's, with these settings and parts. */
export const startOwnMqtt = (
  { app: { services } }: Inside,
  settings: Partial<Config>,
  parts: Partial<Services> = {},
): Promise<MqttLink> =>
  startMqtt({ ...services, ...parts, config: { ...services.config, ...settings } }) as Promise<MqttLink>;

export const serverSecret = ({ config }: TestServer, purpose = TOKEN_PURPOSE): Promise<Uint8Array> =>
  readSecret(config.dataDir, purpose);

/** Signs a token for the browser's own calls, as the server would have done at that time. */
export async function signTokenFor(
  server: TestServer,
  claims: { userId: number; tenantId: number; sessionId: string },
  seconds: number,
  issued: number,
  audience: 'main' | 'ems' = 'main',
): Promise<string> {
  return (await signToken(await serverSecret(server), audience, claims, seconds, issued)).access_token;
}

export const variablesOf = ({ app }: Inside, sns: readonly string[], tenantId = 1) =>
  app.services.telemetry.variables(tenantId, sns);

/** Returns the latest values, as boards get them. */
export async function latestOf(server: Inside, sns: readonly string[], tenantId = 1) {
  return server.app.services.telemetry.latest(await variablesOf(server, sns, tenantId));
}

type QuestionOf<Ask extends 'statistic' | 'history'> = Omit<
  Parameters<Telemetry[Ask]>[0],
  'variables' | 'tenantId'
> & { tenantId?: number };

export async function statisticOf(
  server: Inside,
  sns: readonly string[],
  { tenantId = 1, ...question }: QuestionOf<'statistic'>,
) {
  const variables = await variablesOf(server, sns, tenantId);
  return server.app.services.telemetry.statistic({ tenantId, variables, ...question });
}

export async function historyOf(
  server: Inside,
  sns: readonly string[],
  { tenantId = 1, ...window }: QuestionOf<'history'>,
) {
  const variables = await variablesOf(server, sns, tenantId);
  return server.app.services.telemetry.history({ tenantId, variables, ...window });
}

/** Reads points as an export does. */
export async function measuredOf(
  server: Inside,
  sns: readonly string[],
  { tenantId = 1, ...window }: QuestionOf<'history'>,
) {
  const variables = await variablesOf(server, sns, tenantId);
  return server.app.services.telemetry.measured({ tenantId, variables, ...window });
}

/** Takes in points by the serial numbers of their variables, as an import does. */
export const ingestPoints = async ({ app }: Inside, points: readonly IngestPoint[]) => {
  await app.services.telemetry.ingest([...points]);
};

/** Stores numbers of one variable as if a device sent them now, whatever their time. */
export async function storeValues(
  server: Inside,
  sn: string,
  values: readonly (readonly [ts: number, value: number])[],
  { tenantId = 1, quiet = false } = {},
): Promise<void> {
  const [variable] = await variablesOf(server, [sn], tenantId);
  const points = values.map(([ts, value]) => ({ variable: variable!, ts, value, quality: 0 as const }));
  await server.app.services.telemetry.store(points, { quiet });
}

/** Returns the telemetry of another process over the same database, with a queue of its own. */
export const otherTelemetry = ({ app: { services } }: Inside, writer?: OtherWriter): Telemetry =>
  createTelemetry({ ...partsOf(services), ...(writer && { writer }) });

const partsOf = ({ db, log, hub }: Services) => ({ db, log, hub });

/** Returns the alarms of another process over the same database. The caller closes them. */
export const otherAlarms = ({ app: { services } }: Inside): Alarms =>
  createAlarms({ ...partsOf(services), telemetry: services.telemetry });

/** Returns the reason why the server accepts no more points, or null. */
export const telemetryOverloaded = ({ app }: Inside) => app.services.telemetry.overloaded();

/** Resolves points as an import or a batch does, but stores none. */
export const collectPoints = ({ app }: Inside, points: readonly unknown[], tenantId = 1) =>
  app.services.telemetry.collect({ tenantId, deviceSns: null }, 'x', points);

/** Creates a record of refused points. Its database fails while `isAway`. */
export function otherRefusals({ app: { services } }: Inside, isAway: () => boolean) {
  const { db, log } = services;
  const system: typeof db.system = (run) =>
    isAway() ? Promise.reject(new Error('Connection terminated')) : db.system(run);
  return createRefusals({ db: { ...db, system }, log: { ...log, warn: () => {} } });
}

/** Updates the stored profit of stations. Returns the number of months that were counted. */
export const storeProfitsNow = ({ app }: Inside): Promise<number> => storeProfits(app.services);

/** Updates the stored demand of stations. Returns the number of months that were counted. */
export const keepDemandsNow = ({ app }: Inside): Promise<number> => storeDemands(app.services);

/** Seeds the demo again, as a later start does. */
export const seedDemoAgain = ({ app }: Inside) => seedDemo(app.services, 'en');

/** Seeds the platform as a later start with these settings does. Returns the accounts that it would print. */
export const seedPlatformAgain = (
  { app }: Inside,
  settings: Parameters<typeof seedPlatform>[1],
): Promise<readonly StartAccount[]> =>
  app.db.system(async (trx) => keepUntold(trx, app.services.vault, await seedPlatform(trx, settings)));

/** Simulates a start that has printed these accounts. */
export const printAccounts = ({ app }: Inside, accounts: readonly StartAccount[]): Promise<void> =>
  app.db.system((trx) => forgetTold(trx, accounts));

/** Stores the progress of a job, together with the rows of its work. */
export const keepResult = ({ app }: Inside, step: JobStep, tenantId: number, result: object) =>
  app.db.tenant(tenantId, (trx) => step.keep(trx, result as Parameters<JobStep['keep']>[1]));

/** Cuts the roll-ups of a variable again as if it had moved to this zone. */
export async function recutInZone(server: Inside, sn: string, zone: string): Promise<void> {
  const [variable] = await variablesOf(server, [sn]);
  await runSql(server, `update latest set cut = '' where variable_id = $1`, variable!.id);
  await rebuildRollups(server.app.db.pool, { ...variable!, zone });
}

/** Deletes raw points whose class has expired at this time, and returns their number. */
export const expirePointsAt = ({ app }: Inside, time: Date) =>
  expirePoints(app.db.pool, time, new AbortController().signal, 0);

/** Returns the English text of an error. */
export const errorText = (key: PlainKey): string => answerError(new AppError(key), 'en').body.msg;

/** Reads the tokens of all devices. Only the server can decrypt them. */
export async function deviceTokens(server: Inside): Promise<(string | null)[]> {
  const { vault } = server.app.services;
  const rows = await runSql<{ tenant: number; token: string }>(
    server,
    'select tenant_id as tenant, token from device',
  );
  return rows.map(({ tenant, token }) => vault.open(token, sealedAt('device', 'token', tenant)));
}

/** Sets the token of a device to a given value. Calls cannot do this. */
export const setDeviceToken = (
  { app: { db, services } }: Inside,
  tenantId: number,
  sn: string,
  token: string,
) =>
  db.system((trx) =>
    trx
      .updateTable('device')
      .set(storeToken(services.vault, tenantId, token))
      .where('sn', '=', sn)
      .where('tenantId', '=', tenantId)
      .execute(),
  );

/** Starts a listener beside the server's, with a buffer of this size for incoming data. */
export const startOwnListener = (
  { app: { services } }: Inside,
  room: number,
  parts: Partial<Services>,
): Promise<MqttLink> =>
  startListener({ ...services, ...parts, config: { ...services.config, mqttPort: 0 } }, room);

/**
 * Starts a process that takes in points and receives those of others over the database, like one of several servers.
 */
export async function startOtherProcess({ app: { services } }: Inside) {
  const { db, log } = services;
  const hub = createHub({ db, log, shared: true });
  await hub.start();
  const telemetry = createTelemetry({ db, log, hub });
  return {
    telemetry,
    async close(): Promise<void> {
      await telemetry.close();
      await hub.close();
    },
  };
}

/** Creates a catalogue of devices with this limit, its database queries and its events. */
export function makeCatalog({ app: { services } }: Inside, limit: number) {
  const { db, log } = services;
  const hub = createHub({ db, log, shared: false });
  const latest: LatestRow[] = [];
  let queries = 0;
  const system: typeof db.system = (run) => {
    queries += 1;
    return db.system(run);
  };
  const onLatest = (rows: readonly LatestRow[]): void => void latest.push(...rows);
  const catalog = createCatalog({ db: { ...db, system }, hub, onLatest, limit });
  return { catalog, latest, queries: () => queries, tell: hub.publish };
}

/** Serves a line of a description that no documented call needs yet, for a signed-in person. */
export async function serveLine(
  { app }: Inside,
  client: Pick<Client, 'tokens'>,
  action: CallAction,
  input: MappedInput = {},
): Promise<unknown> {
  const headers = { authorization: `Bearer ${client.tokens().main}` };
  const request = { headers, url: '/manager/tried' } as unknown as CallContext['request'];
  const session = await app.services.identity.authenticate(request);
  if (!session) throw new AppError('http.unauthorized');
  const context = {
    ...app.services,
    session,
    visitor: session,
    lang: session.lang,
    zone: 'UTC',
    permission: null,
  };
  const info = { id: 'tried', action } as unknown as OperationInfo;
  return serveAction(info, input, context as unknown as CallContext);
}

/** Counts the customers that a search finds, and how often an index for short words was read for it. */
export async function customerScans({ app: { db } }: Inside, tenantId: number, search: string) {
  const session: Session = {
    ...{ userId: 1, tenantId, name: '', sessionId: '', apiKey: false, departments: [], stations: [] },
    ...{ lang: 'zh', admin: true, permissions: new Set<string>(), fieldRules: new Map() },
  };
  const readScans = async (trx: Trx): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select pg_stat_get_xact_numscans(indexrelid)::int as count
      from pg_index where indrelid = 'customer'::regclass and pg_get_indexdef(indexrelid) like '%text_pairs(%'`.execute(
      trx,
    );
    return rows[0]!.count;
  };
  const measure = (run: (trx: Trx) => Promise<unknown[]>) =>
    db.tenant(tenantId, async (trx) => {
      const before = await readScans(trx);
      return { found: (await run(trx)).length, scans: (await readScans(trx)) - before };
    });
  const list = await measure((trx) => {
    const where = selectionWhere(entityRegistry.get('customer')!, session, { search });
    return trxAny(trx).selectFrom('customer').selectAll().where(where).execute();
  });
  const everywhere = await measure(async (trx) =>
    (await searchRecords(trx, { session, lang: 'zh' }, search)).filter(({ entity }) => entity === 'customer'),
  );
  return { list, everywhere };
}

/** Makes the reports that are due at a moment, and returns their number. */
export const keepReportsAt = (server: TestServer, now: number): Promise<number> =>
  storeReports(server.app.services, { now });

export { hashDeal } from '../../../server/sites/mobile/deal.ts';
