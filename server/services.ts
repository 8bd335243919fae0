import { createAlarms } from './alarms/index.ts';
import type { Service, Services } from './context.ts';
import { seedDemo, startSimulator } from './demo/index.ts';
import { createFiles } from './files/index.ts';
import { createIdentity } from './identity/index.ts';
import { startLocalAccess } from './links/http/localAccess.ts';
import { startMqtt } from './links/mqtt/index.ts';
import { createHub } from './live/hub.ts';
import { createTelemetry } from './telemetry/index.ts';

/** Notes how a part is stopped; what is added last is stopped first. */
type Add = (name: string, stop: () => Promise<void>) => void;

/** Every long-living part over the database, started. */
export async function services_create(
  base: Pick<Services, 'config' | 'db' | 'log'>,
  add: Add,
): Promise<Services> {
  const { config, db, log } = base;
  const hub = createHub({ db, log, shared: config.databaseUrl !== null });
  const parts = { ...base, hub };
  const services: Services = {
    ...parts,
    identity: createIdentity(parts),
    files: createFiles(parts),
    alarms: createAlarms(parts),
    telemetry: createTelemetry(parts),
  };
  const { identity, files, telemetry, alarms } = services;
  // Stopped in reverse: telemetry before alarms, for what it still commits is to be judged …
  const stopping = { hub, identity, files, alarms, telemetry };
  for (const [name, service] of Object.entries(stopping)) add(name, () => service.close());
  // … and started before them: they judge the latest values, which it brings up to date.
  const starting: readonly Service[] = [hub, identity, files, telemetry, alarms];
  for (const service of starting) await service.start?.();
  return services;
}

/** What brings points in; the demo's people and stations are made before. */
export async function sources_start(services: Services, add: Add): Promise<{ mqttPort: number | null }> {
  const { demo } = services.config;
  if (demo) await seedDemo(services);
  const mqtt = await startMqtt(services);
  add('mqtt', mqtt.close);
  add('local access', (await startLocalAccess(services)).close);
  if (demo) add('simulator', startSimulator(services).close);
  return { mqttPort: mqtt.port };
}
