/** Several servers are started on one data folder at the same moment: one serves, the others say so and end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { dataFolder, login } from '../support/server.ts';
import { embedded_access } from './fleet.ts';
import {
  acknowledged_again,
  type Ledger,
  ledger_begin,
  ledger_compare,
  ledger_text,
  type Site,
  site_make,
} from './ledger.ts';
import { breach_throw, type Scenario } from './scenario.ts';

const ROUNDS = 4;
const TOGETHER = 3;
const IN_USE = /is in use by another server \(process \d+\)/;

export default {
  title: 'several servers are started on one data folder',
  async run() {
    const folder = await dataFolder();
    const wrong: string[] = [];
    let url = '';
    let winner: ServerProcess | null = null;
    let begun: { ledger: Ledger; end(): Promise<void> } | null = null;
    let site: Site | null = null;
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const all = Array.from({ length: TOGETHER }, () => spawnServer(folder.path));
        const outcomes = await Promise.all(
          all.map((one) =>
            one.ready().then(
              (address) => ({ one, address }),
              () => ({ one, address: null }),
            ),
          ),
        );
        const serving = outcomes.filter(({ address }) => address !== null);
        if (serving.length !== 1) wrong.push(`round ${round}: ${serving.length} of ${TOGETHER} serve`);
        for (const { one, address } of outcomes) {
          if (address !== null) continue;
          const code = await one.ended;
          if (code !== 1 || !IN_USE.test(one.output()))
            wrong.push(`round ${round}: a server ended with ${code}: ${one.output().trim()}`);
        }
        breach_throw(serving.length === 1 ? [] : wrong);
        winner = serving[0]?.one ?? null;
        url = serving[0]?.address ?? '';
        site ??= await site_make(await login({ url }));
        begun ??= ledger_begin(() => [url], site);
        await acknowledged_again(begun.ledger);
        // One more while it serves: it is refused, and disturbs nobody.
        const late = spawnServer(folder.path);
        if ((await late.ended) !== 1 || !IN_USE.test(late.output()))
          wrong.push(`round ${round}: a second server was not refused: ${late.output().trim()}`);
        await acknowledged_again(begun.ledger);
        await sleep(300);
        if (round === ROUNDS - 1) break;
        winner?.child.kill('SIGKILL');
        await winner?.ended;
      }
      await begun?.end();
      if (begun && site)
        wrong.push(...(await ledger_compare(url, embedded_access(folder.path), site, begun.ledger)));
      breach_throw(wrong);
      return `${ROUNDS} times ${TOGETHER} at once and one later, ${begun && ledger_text(begun.ledger)}`;
    } finally {
      winner?.child.kill('SIGTERM');
      await winner?.ended;
      await folder.remove();
    }
  },
} satisfies Scenario;
