/** A server process beside the test's server, over the same database. It is killed while it writes, and restarted. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runSql } from '../calls/world.ts';
import { databaseUrl } from '../server/postgres/databases.ts';
import { type ServerProcess, spawnServer } from '../server/process.ts';
import type { TestServer } from '../server/server.ts';
import { until } from './site.ts';
import { sendTelemetry } from './telemetry.ts';

/** Moments of the kill: the message is sent, the database has begun its transaction, or the process answers. */
export const KILL_MOMENTS = ['sent', 'writing', 'answered'] as const;
export type KillMoment = (typeof KILL_MOMENTS)[number];

export interface KilledWriter {
  /** Sends a message and kills the process at this moment. Returns whether the message was acknowledged. */
  sendAndKill(token: string, message: unknown, moment: KillMoment): Promise<boolean>;
  close(): Promise<void>;
}

/** The database lists the connections of the process under this name. */
const NAME = 'killed';

export function startKilledWriter(server: TestServer): KilledWriter {
  const folder = join(server.config.dataDir, NAME);
  let running: Promise<ServerProcess> | null = null;

  async function start(): Promise<ServerProcess> {
    await mkdir(folder, { recursive: true });
    const url = new URL(databaseUrl(server.config.dataDir));
    url.searchParams.set('application_name', NAME);
    return spawnServer(folder, { env: { DATABASE_URL: url.href } });
  }

  /** As long as a connection remains, the database may write points that it received before the kill. */
  const untilGone = () =>
    until(
      () =>
        runSql<{ n: number }>(
          server,
          'select count(*)::int as n from pg_stat_activity where application_name = $1 and datname = current_database()',
          NAME,
        ),
      ([row]) => row!.n === 0,
    );

  async function isWriting(): Promise<boolean> {
    const rows = await runSql(
      server,
      'select 1 from pg_stat_activity where application_name = $1 and xact_start is not null',
      NAME,
    );
    return rows.length > 0;
  }

  /** An answer may arrive before the transaction becomes visible. */
  async function waitForMoment(moment: KillMoment, answer: Promise<boolean>): Promise<void> {
    if (moment === 'answered') await answer;
    if (moment !== 'writing') return;
    const answered = answer.then(() => true);
    while (!(await Promise.race([answered, isWriting()])));
  }

  return {
    async sendAndKill(token, message, moment) {
      running ??= start();
      const process = await running;
      const url = await process.ready();
      const answer = sendTelemetry(url, token, message).then(
        ({ ok }) => ok,
        () => false,
      );
      await waitForMoment(moment, answer);
      process.child.kill('SIGKILL');
      const isAccepted = await answer;
      await process.ended;
      await untilGone();
      running = start();
      return isAccepted;
    },
    async close() {
      const process = await running;
      process?.child.kill('SIGKILL');
      await process?.ended;
    },
  };
}
