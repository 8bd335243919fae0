import type { Lang } from '../../runtime/core/lang.ts';
import type { Services } from '../engine/context.ts';
import { holdLease } from '../platform/timers/lease.ts';
import { aborted } from '../platform/timers/wait.ts';
import { startCooling } from './cooling.ts';
import { seedDemoData } from './seed.ts';
import { runSimulator, type Simulator } from './simulator/index.ts';
import { progressIn } from './simulator/store.ts';
import { demoStations } from './sites.ts';

type Parts = Pick<Services, 'db' | 'log' | 'telemetry' | 'hub'>;

/**
 * Makes the demo's customers, stations, devices, rules and boards in the first start; tenants and people are made
 * by identity before. Quick: the history is filled by the simulator, while the server already answers.
 */
export async function seedDemo(
  { db, log, hub, vault }: Pick<Services, 'db' | 'log' | 'hub' | 'vault'>,
  lang: Lang,
): Promise<void> {
  const made = await db.system((trx) => seedDemoData(trx, vault, lang, Date.now()));
  if (!made) return;
  log.info('demo stations created', { count: demoStations.length });
  // Whoever cached an empty platform reads again.
  hub.publish({ type: 'resync' });
}

/** Keeps the demo's simulated stations fed: history first, then live. */
export function startSimulator(parts: Parts): Simulator {
  const { db, log, telemetry } = parts;
  const began = Date.now();
  const simulator = runSimulator({ db, log, telemetry, store: progressIn(db) }, demoStations);
  void simulator
    .filled()
    .then(() => log.info('simulated stations are live', { after: `${Date.now() - began} ms` }));
  // A command is obeyed once, whichever process hears of it.
  const cooling = holdLease(db, log, 'simulated air conditioners', async (signal) => {
    const { close } = startCooling(parts, demoStations);
    await aborted(signal);
    await close();
  });
  return {
    ...simulator,
    async close() {
      await cooling.close();
      await simulator.close();
    },
  };
}
