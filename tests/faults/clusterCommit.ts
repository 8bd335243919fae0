/** Connections are cut during a commit, between server and coordinator and between the nodes of a cluster. */
import { setTimeout as sleep } from 'node:timers/promises';
import { runOnCluster } from './clusterSites.ts';
import { acknowledgedAgain } from './ledger.ts';
import { type Line, makeLine } from './line.ts';
import { Breach, type Scenario } from './scenario.ts';

const ROUNDS = 5;
const PATIENCE_MS = 30_000;

async function cutOnce(line: Line, words: string, arrived: boolean): Promise<void> {
  const late = sleep(PATIENCE_MS, 'late' as const);
  if ((await Promise.race([line.cutAt(words, arrived), late])) === 'late')
    throw new Breach(`nothing with ${words} was sent in ${PATIENCE_MS / 1000} s`);
}

export default {
  title: 'connections are cut in a commit, before a cluster and within it',
  async run() {
    const lines: Line[] = [];
    const addLine = async (port: number): Promise<number> => {
      const line = await makeLine(port);
      lines.push(line);
      return line.port;
    };
    try {
      return await runOnCluster(
        async ({ sites }) => {
          let cuts = 0;
          // The first connection is the coordinator's own, the last one is the servers' connection to the
          // coordinator.
          const ways = [
            ...lines.slice(1, 3).map((line) => [line, 'COMMIT\0'] as const),
            [lines.at(-1)!, 'commit\0'] as const,
          ];
          for (let round = 0; round < ROUNDS; round += 1)
            for (const [line, words] of ways)
              for (const arrived of [true, false]) {
                await cutOnce(line, words, arrived);
                cuts += 1;
                for (const { ledger } of sites) await acknowledgedAgain(ledger);
              }
          return `${cuts} cuts`;
        },
        {
          cluster: { reached: addLine },
          servers: async ({ url }) => {
            const way = new URL(url);
            way.port = String(await addLine(Number(way.port)));
            return { server: { DATABASE_URL: way.href } };
          },
        },
      );
    } finally {
      for (const line of lines) line.close();
    }
  },
} satisfies Scenario;
