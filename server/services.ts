import { seedDemo, startSimulator } from '../demo/index.ts';
import { registerDemo } from '../demo/people/register.ts';
import { demoStations } from '../demo/sites/sites.ts';
import { simulateWeather } from '../demo/sites/weather.ts';
import { createGeocoder } from './business/geocoder.ts';
import { createLeave } from './business/leave/index.ts';
import { createRegister } from './business/register.ts';
import './registrations.ts';
import { startLocalAccess } from './connectors/http/localAccess.ts';
import { startModbus } from './connectors/modbus/index.ts';
import { startMqtt } from './connectors/mqtt/index.ts';
import { createApprovals } from './engine/approvals/index.ts';
import { createAutomations } from './engine/automations/index.ts';
import type { Service, Services } from './engine/context.ts';
import { createPinyin } from './engine/entities/pinyin.ts';
import { createIdentity } from './engine/identity/index.ts';
import { sealStored } from './engine/identity/sealStored.ts';
import { createJobs } from './engine/jobs/index.ts';
import { createRetention } from './engine/records/retention.ts';
import { createStudio } from './engine/studio/index.ts';
import { createSurface } from './engine/surface/operationRegistry.ts';
import { createTime } from './engine/time/index.ts';
import { createAwayParts } from './platform/away.ts';
import { createDisk } from './platform/files/disk.ts';
import { createFiles } from './platform/files/index.ts';
import { createParts } from './platform/files/parts/index.ts';
import { startScan } from './platform/files/scan.ts';
import { startSweep } from './platform/files/sweep.ts';
import { createHub } from './platform/hub/hub.ts';
import { startPresence } from './platform/hub/presence.ts';
import { createOpenLimit } from './platform/openLimit.ts';
import { readSecret } from './platform/secrets/keyFile.ts';
import { createVault, VAULT_PURPOSE } from './platform/secrets/vault.ts';
import { holdLease } from './platform/timers/lease.ts';
import { aborted } from './platform/timers/wait.ts';
import { createAlarms } from './sites/alarms/index.ts';
import { createDevices } from './sites/devices/index.ts';
import { startDemands } from './sites/energy/index.ts';
import { startFactoryTests } from './sites/factoryTests/index.ts';
import { startProfits } from './sites/fleet/index.ts';
import { createStreams } from './sites/live/stationStreams.ts';
import { startMobile } from './sites/mobile/index.ts';
import { createNotify } from './sites/notify/index.ts';
import { startQuality } from './sites/quality/index.ts';
import { startReports } from './sites/reports/index.ts';
import { startRobots } from './sites/robots/index.ts';
import { startStrategies } from './sites/strategies/index.ts';
import { startCounters } from './sites/telemetry/counters/index.ts';
import { createTelemetry } from './sites/telemetry/index.ts';
import { startHeartbeat } from './sites/telemetry/intake/intakeHeartbeat.ts';
import { createStorage } from './sites/telemetry/storage/job.ts';
import { createWeather } from './sites/weather/index.ts';

/** Registers how a service is stopped. Services stop in reverse order. */
type Add = (name: string, stop: () => Promise<void>) => void;

/** Creates and starts every service that uses the database. */
export async function createServices(
  base: Pick<Services, 'config' | 'db' | 'log'>,
  add: Add,
): Promise<Services> {
  const { config, db, log } = base;
  const hub = createHub({ db, log, shared: config.databaseUrl !== null });
  const vault = createVault(await readSecret(config.dataDir, VAULT_PURPOSE));
  const disk = createDisk(base);
  const parts = {
    ...{ ...base, hub, vault, disk, away: createAwayParts() },
    ...{ surface: createSurface(), openLimit: createOpenLimit() },
  };
  await sealStored(parts);
  const telemetry = createTelemetry(parts);
  const files = createFiles(parts);
  const devices = createDevices({ ...parts, telemetry });
  const sweeps = config.roles.has('jobs');
  const services: Services = {
    ...parts,
    live: createStreams(parts),
    identity: createIdentity(parts),
    files,
    parts: createParts({ ...parts, files }),
    jobs: createJobs(parts),
    alarms: createAlarms({ ...parts, telemetry, judges: sweeps || config.roles.has('ingest'), sweeps }),
    notify: createNotify(parts),
    telemetry,
    devices,
    studio: createStudio(parts),
    geocoder: createGeocoder(parts),
    leave: createLeave(parts),
    register: createRegister(parts, config.demo ? registerDemo(config.demo) : null),
    weather: createWeather(parts, config.demo ? [simulateWeather(demoStations)] : []),
  };
  const { live, identity, jobs, alarms, notify, studio, leave } = services;
  const approvals = createApprovals(parts);
  const time = createTime(parts);
  const automations = createAutomations(parts);
  // Stopped in reverse order. Telemetry stops before alarms, because its last commits must still be evaluated.
  const stopping = {
    disk,
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
    time,
    automations,
    leave,
  };
  for (const [name, service] of Object.entries(stopping)) add(name, () => service.close());
  // Telemetry starts before alarms, because alarms evaluate the latest values, which telemetry updates.
  const starting: Service[] = [disk, hub, studio, identity, files, telemetry, alarms];
  if (config.roles.has('jobs')) starting.push(approvals, time, automations, leave, notify);
  for (const service of starting) await service.start?.();
  await jobs.open();
  if (config.databaseUrl !== null) add('presence', startPresence(services).close);
  return services;
}

/**
 * Opens the built-in MQTT listener in every process, and returns its port. With a shared broker, one process
 * has the connection, because the broker sees a single client. The port is then null.
 */
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

/** Starts the background work of the process's roles: receives points, runs due work, simulates stations. */
export async function startSources(services: Services, add: Add): Promise<{ mqttPort: number | null }> {
  const { demo, roles } = services.config;
  if (roles.has('jobs')) {
    const retention = createRetention(services);
    await retention.start();
    add('recycle bin', retention.close);
    add('unused files', startSweep(services).close);
    if (services.config.scan !== null) add('file scan', startScan(services).close);
    add('storage', createStorage(services).close);
    add('counters', startCounters(services).close);
    add('reports', startReports(services).close);
    add('profits', startProfits(services).close);
    add('demand', startDemands(services).close);
    add('power quality', startQuality(services).close);
    add('strategies', startStrategies(services).close);
    add('factory tests', startFactoryTests(services).close);
    add('mobile units', startMobile(services).close);
    add('robots', startRobots(services).close);
    add('modbus', startModbus(services).close);
    if (demo) add('demo sales', (await seedDemo(services, demo)).close);
    add('pinyin', createPinyin(services).close);
  }
  if (roles.has('ingest')) add('listening', startHeartbeat(services).close);
  const mqtt = roles.has('ingest') ? await addMqtt(services, add) : { mqttPort: null };
  if (roles.has('api')) add('local access', (await startLocalAccess(services)).close);
  if (demo && roles.has('jobs')) add('simulator', startSimulator(services, demo).close);
  return mqtt;
}
