import type { SourceLang } from '../runtime/core/text/lang.ts';
import type { Services } from '../server/engine/context.ts';
import { createFiles } from '../server/platform/files/index.ts';
import { holdLease } from '../server/platform/timers/lease.ts';
import { aborted } from '../server/platform/timers/wait.ts';
import { seedAssets } from './assets/assets.ts';
import { startBenchFeed } from './assets/benchFeed.ts';
import { seedFactoryTests } from './assets/factoryTests.ts';
import { seedInspections } from './assets/inspections.ts';
import { seedProducts } from './assets/products.ts';
import { seedWorksheets } from './assets/worksheets.ts';
import { seedAutomations } from './business/automations.ts';
import { seedCalculation } from './business/calculation.ts';
import { seedSales } from './business/sales.ts';
import { seedSupport } from './business/support.ts';
import { seedTenders } from './business/tenders.ts';
import { patientDatabase, patiently } from './patience.ts';
import { seedLongLeave } from './people/chosenLeave.ts';
import { seedLeave } from './people/leave.ts';
import { seedProjects } from './projects/projects.ts';
import { startRobotFeed } from './robots/robotFeed.ts';
import { seedRobots } from './robots/robots.ts';
import { seedDemoData } from './seed.ts';
import { runSimulator, type Simulator } from './simulator/index.ts';
import { createOrders } from './simulator/orders.ts';
import { beginFilling, progressIn } from './simulator/store.ts';
import { startCameraEvents } from './sites/cameraEvents.ts';
import { seedCaptures } from './sites/cameras.ts';
import { seedChargers } from './sites/chargers.ts';
import { startCooling } from './sites/cooling.ts';
import { seedDayPrices } from './sites/dayPrices.ts';
import { drawEvents } from './sites/eventPictures.ts';
import { fillSeries } from './sites/fillSeries.ts';
import { seedMobile, startUnits } from './sites/mobile.ts';
import { keepQuality } from './sites/quality.ts';
import { fillSilentMeters } from './sites/silentMeters.ts';
import { type DemoStation, demoStations, TENANT_SOUTH } from './sites/sites.ts';
import { seedStrategies } from './sites/strategies.ts';

/** Default ports, used if the real port is assigned only when the server listens, as in tests. */
const DEFAULT_WEB_PORT = 8080;
const DEFAULT_MQTT_PORT = 1883;

type Parts = Pick<Services, 'db' | 'log' | 'telemetry' | 'hub' | 'files'>;

/** The creation of the demo, which runs while the server already answers. Closing the server skips the rest. */
export interface DemoFilling {
  close(): Promise<void>;
}

/**
 * Creates the demo's customers, stations, devices, rules and boards at the first start. The tenants and users already
 * exist. The simulator fills in the history later. Sales, assets and inspections are created one after the other
 * while the server already answers.
 */
export async function seedDemo(
  { log, config, ...given }: Pick<Services, 'db' | 'log' | 'hub' | 'vault' | 'config' | 'telemetry'>,
  lang: SourceLang,
): Promise<DemoFilling> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const parts = { ...given, db: patientDatabase(given.db, signal) };
  const { db, hub, vault } = parts;
  const files = createFiles({ db, config });
  const now = Date.now();
  const ports = { web: config.port || DEFAULT_WEB_PORT, mqtt: config.mqttPort || DEFAULT_MQTT_PORT };
  const made = await db.system((trx) => seedDemoData(trx, { vault, ports }, lang, now));
  if (!made) {
    await beginFilling(db);
    return { close: async () => undefined };
  }
  for (const tenantId of new Set(demoStations.map((station) => station.tenantId))) {
    await seedLeave({ db, hub, vault, log }, tenantId, lang, now);
    await seedLongLeave({ db, hub, vault, log }, tenantId, lang, now);
  }
  log.info('demo stations created', { count: demoStations.length });
  // Caches may have been filled before the demo was created.
  hub.publish({ type: 'resync' });
  const tenants = new Set(demoStations.map((station) => station.tenantId));
  // If one part of the demo fails, the other parts are still created.
  const make = (of: string, made: Promise<void>): Promise<void> =>
    made.catch((error: unknown) => {
      if (!signal.aborted) log.error('the demo lacks records', { of, error });
    });
  const filling = (async () => {
    for (const tenantId of tenants) {
      const context = { tenantId, lang, now, signal };
      // The units may wait for meters. The other parts continue in the meantime.
      const units = make('mobile units', seedMobile(parts, context));
      await make('work orders', seedWorksheets(parts, context));
      await make('sales', seedSales(parts, context, tenantId === TENANT_SOUTH));
      await make('tenders', seedTenders({ ...parts, files }, context, tenantId === TENANT_SOUTH));
      await make('assets', seedAssets({ ...parts, files }, context));
      await make('captures', seedCaptures({ db, files }, context));
      await make(
        'pictures of events',
        drawEvents({ db, files }, tenantId, signal).then(() => {}),
      );
      await make('inspections', seedInspections({ ...parts, files }, context));
      if (tenantId === TENANT_SOUTH) await make('projects', seedProjects({ ...parts, files }, context));
      await make('products', seedProducts(parts, context));
      await make('factory tests', seedFactoryTests(parts, context));
      await make('robots', seedRobots(parts, context));
      await make('support', seedSupport(parts, context));
      await make('calculation areas', seedCalculation(parts, context));
      await make('automations', seedAutomations(parts, context));
      await make('strategies', seedStrategies(parts, context));
      await make('hourly prices', seedDayPrices(parts, context));
      await make('chargers', seedChargers(parts, context));
      await units;
    }
    if (!signal.aborted) log.info('demo records are made', { after: `${Date.now() - now} ms` });
  })();
  return {
    async close() {
      stopping.abort();
      await filling;
    },
  };
}

/** The first station that new users open is simulated first, so that its history is ready first. */
const byName =
  (lang: SourceLang) =>
  (one: DemoStation, other: DemoStation): number =>
    one.tenantId - other.tenantId || (one.name[lang] < other.name[lang] ? -1 : 1);

/** Feeds the demo's simulated stations: history first, then live values. */
export function startSimulator(services: Parts, lang: SourceLang): Simulator {
  const stopping = new AbortController();
  const parts = { ...services, db: patientDatabase(services.db, stopping.signal) };
  const { db, log } = parts;
  const telemetry = { ...parts.telemetry, fill: fillSeries(parts) };
  const began = Date.now();
  const stations = demoStations.toSorted(byName(lang));
  const orders = createOrders(parts, demoStations);
  const simulator = runSimulator({ db, log, telemetry, store: progressIn(db), orders }, stations);
  void simulator
    .filled()
    .then(() => log.info('simulated stations are live', { after: `${Date.now() - began} ms` }));
  const units = startUnits(parts);
  const robots = startRobotFeed(parts);
  const bench = startBenchFeed(parts);
  const cameras = startCameraEvents(parts, demoStations, lang);
  const meters = patiently(stopping.signal, () => fillSilentMeters({ db, telemetry }, began)).catch(
    (error: unknown) => {
      if (!stopping.signal.aborted) log.error('the demo has no silent meters', { error });
    },
  );
  const maintenance = (async () => {
    for (const station of stations)
      await keepQuality({ db, telemetry }, station, { anchor: began, signal: stopping.signal });
  })().catch((error: unknown) => {
    if (!stopping.signal.aborted) log.error('the demo has no past power quality', { error });
  });
  // Holds a lease, so that only one process executes a command.
  const cooling = holdLease(db, log, 'simulated air conditioners', async (signal) => {
    const { close } = startCooling(parts, demoStations);
    await aborted(signal);
    await close();
  });
  return {
    ...simulator,
    async close() {
      stopping.abort();
      const closing = [cooling, units, robots, bench, cameras, simulator].map((part) => part.close());
      await Promise.all([meters, maintenance, ...closing]);
      orders.close();
    },
  };
}
