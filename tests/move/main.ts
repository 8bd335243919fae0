/**
 * `npm run test:move` moves databases, adds a worker to them, or promotes a standby, while telemetry and alarms
 * arrive. `npm run test:move -- standby` runs only this scenario. Scenarios that need a cluster are skipped if Citus
 * is not installed.
 */
import { type Scenario, Skipped } from '../faults/scenario.ts';
import citus from './citus.ts';
import postgres from './postgres.ts';
import standby from './standby.ts';
import worker from './worker.ts';

const SCENARIOS: Readonly<Record<string, Scenario>> = { postgres, citus, standby, worker };

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in SCENARIOS));
if (unknown.length > 0) {
  console.error(
    `There is no scenario ${unknown.join(', ')}; there are ${Object.keys(SCENARIOS).join(', ')}.`,
  );
  process.exit(1);
}

const counts = { ok: 0, skipped: 0, FAILED: 0 };
for (const [name, { title, run }] of Object.entries(SCENARIOS)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n── ${name}: ${title} ──`);
  const start = performance.now();
  const [outcome, message] = await run({ kills: 0 }).then(
    (text) => ['ok', text] as const,
    (error: unknown) => [error instanceof Skipped ? 'skipped' : 'FAILED', String(error)] as const,
  );
  counts[outcome]++;
  console.log(`${outcome}: ${message} (${((performance.now() - start) / 1000).toFixed(0)} s)`);
}
console.log(`\n${counts.ok} passed, ${counts.FAILED} failed, ${counts.skipped} skipped`);
process.exitCode = counts.FAILED > 0 ? 1 : 0;
