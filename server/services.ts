import { createAlarms } from './alarms/index.ts';
import { createApprovals } from './approvals/index.ts';
import type { Service, Services } from './context.ts';
import { seedDemo, startSimulator } from './demo/index.ts';
import { createDevices } from './devices/index.ts';
import { createPinyin } from './entities/pinyin.ts';
import { createFiles } from './files/index.ts';
import { startSweep } from './files/sweep.ts';
import { createSurface } from './http/surface.ts';
import { createIdentity } from './identity/index.ts';
import { readSecret } from './identity/keyFile.ts';
import { sealStored } from './identity/sealStored.ts';
import { createVault, VAULT_PURPOSE } from './identity/vault.ts';
import { createJobs } from './jobs/index.ts';
import { holdLease } from './jobs/lease.ts';
import { aborted } from './jobs/wait.ts';
import { startLocalAccess } from './links/http/localAccess.ts';
import { startMqtt } from './links/mqtt/index.ts';
import { createFeeds } from './live/feeds.ts';
import { createHub } from './live/hub.ts';
import { startPresence } from './live/presence.ts';
import { createNotify } from './notify/index.ts';
import { createRetention } from './records/retention.ts';
import { createStudio } from './studio/index.ts';
import { createTelemetry } from './telemetry/index.ts';
import { startHeartbeat } from './telemetry/intakeHeartbeat.ts';
import { createStorage } from './telemetry/storage/job.ts';
import { createWeather } from './weather/index.ts';

/** Notes how a part is stopped; what is added last is stopped first. */
type Add = (name: string, stop: () => Promise<void>) => void;

/** Every long-living part over the database, started. */
export async function createServices(
  base: Pick<Services, 'config' | 'db' | 'log'>,
  add: Add,
): Promise<Services> {
  const { config, db, log } = base;
  const hub = createHub({ db, log, shared: config.databaseUrl !== null });
  const vault = createVault(await readSecret(config.dataDir, VAULT_PURPOSE));
  const parts = { ...base, hub, vault, surface: createSurface() };
  await sealStored(parts);
  const telemetry = createTelemetry(parts);
  const devices = createDevices({ ...parts, telemetry });
  const sweeps = config.roles.has('jobs');
  const services: Services = {
    ...parts,
    live: createFeeds(parts),
    identity: createIdentity(parts),
    files: createFiles(parts),
    jobs: createJobs(parts),
    alarms: createAlarms({ ...parts, telemetry, judges: sweeps || config.roles.has('ingest'), sweeps }),
    notify: createNotify(parts),
    telemetry,
    devices,
    studio: createStudio(parts),
    weather: createWeather(parts),
  };
  const { live, identity, files, jobs, alarms, notify, studio } = services;
  const approvals = createApprovals(parts);
  // Stopped in reverse: telemetry before alarms, for what it still commits is to be judged …
  const stopping = {
    hub,
    live,
    studio,
    identity,
    files,
    notify,
    alarms,
    telemetry,
    devices,
    jobs,
    approvals,
  };
  for (const [name, service] of Object.entries(stopping)) add(name, () => service.close());
  // … and started before them: they judge the latest values, which it brings up to date.
  const starting: Service[] = [hub, studio, identity, files, telemetry, alarms];
  if (config.roles.has('jobs')) starting.push(approvals, notify);
  for (const service of starting) await service.start?.();
  await jobs.open();
  if (config.databaseUrl !== null) add('presence', startPresence(services).close);
  return services;
}

/** Our own listener in every process; of those that share a broker one holds the connection, for it is one client. */
async function addMqtt(services: Services, add: Add): Promise<{ mqttPort: number | null }> {
  const { config, db, log } = services;
  if (config.mqttUrl === null || config.databaseUrl === null || config.mqttShared) {
    const mqtt = await startMqtt(services);
    add('mqtt', mqtt.close);
    return { mqttPort: mqtt.port };
  }
  const bridge = holdLease(db, log, 'mqtt bridge', async (signal) => {
    const { close } = await startMqtt(services);
    await aborted(signal);
    await close();
  });
  add('mqtt', bridge.close);
  return { mqttPort: null };
}

/** What our roles do beside answering calls: bring points in, look after what is due, simulate sites. */
export async function startSources(services: Services, add: Add): Promise<{ mqttPort: number | null }> {
  const { demo, roles } = services.config;
  if (roles.has('jobs')) {
    const retention = createRetention(services);
    await retention.start();
    add('recycle bin', retention.close);
    add('unused files', startSweep(services).close);
    add('storage', createStorage(services).close);
    if (demo) await seedDemo(services);
    add('pinyin', createPinyin(services).close);
  }
  if (roles.has('ingest')) add('listening', startHeartbeat(services).close);
  const mqtt = roles.has('ingest') ? await addMqtt(services, add) : { mqttPort: null };
  if (roles.has('api')) add('local access', (await startLocalAccess(services)).close);
  if (demo && roles.has('jobs')) add('simulator', startSimulator(services).close);
  return mqtt;
}
