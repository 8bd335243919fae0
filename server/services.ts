import { createAlarms } from './alarms/index.ts';
import { createApprovals } from './approvals/index.ts';
import type { Service, Services } from './context.ts';
import { seedDemo, startSimulator } from './demo/index.ts';
import { createFiles } from './files/index.ts';
import { createSurface } from './http/surface.ts';
import { createIdentity } from './identity/index.ts';
import { createJobs } from './jobs/index.ts';
import { startLocalAccess } from './links/http/localAccess.ts';
import { startMqtt } from './links/mqtt/index.ts';
import { createHub } from './live/hub.ts';
import { createRetention } from './records/retention.ts';
import { createStudio } from './studio/index.ts';
import { createTelemetry } from './telemetry/index.ts';
import { createWeather } from './weather/index.ts';

/** Notes how a part is stopped; what is added last is stopped first. */
type Add = (name: string, stop: () => Promise<void>) => void;

/** Every long-living part over the database, started. */
export async function services_create(
  base: Pick<Services, 'config' | 'db' | 'log'>,
  add: Add,
): Promise<Services> {
  const { config, db, log } = base;
  const hub = createHub({ db, log, shared: config.databaseUrl !== null });
  const parts = { ...base, hub, surface: createSurface() };
  const services: Services = {
    ...parts,
    identity: createIdentity(parts),
    files: createFiles(parts),
    jobs: createJobs(parts),
    alarms: createAlarms(parts),
    telemetry: createTelemetry(parts),
    studio: createStudio(parts),
    weather: createWeather(parts),
  };
  const { identity, files, jobs, telemetry, alarms, studio } = services;
  const approvals = createApprovals(parts);
  // Stopped in reverse: telemetry before alarms, for what it still commits is to be judged …
  const stopping = { hub, studio, identity, files, alarms, telemetry, jobs, approvals };
  for (const [name, service] of Object.entries(stopping)) add(name, () => service.close());
  // … and started before them: they judge the latest values, which it brings up to date.
  const starting: readonly Service[] = [hub, studio, identity, files, telemetry, alarms, approvals];
  for (const service of starting) await service.start?.();
  await jobs.open();
  return services;
}

/** What brings points in; the demo's people and stations are made before. */
export async function sources_start(services: Services, add: Add): Promise<{ mqttPort: number | null }> {
  const { demo } = services.config;
  const retention = createRetention(services);
  await retention.start();
  add('recycle bin', retention.close);
  if (demo) await seedDemo(services);
  const mqtt = await startMqtt(services);
  add('mqtt', mqtt.close);
  add('local access', (await startLocalAccess(services)).close);
  if (demo) add('simulator', startSimulator(services).close);
  return { mqttPort: mqtt.port };
}
