/**
 * Several servers are started on one data folder at the same moment. One serves, and the others report this and end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedAccess } from '../support/server/embeddedAccess.ts';
import { type ServerProcess, spawnServer } from '../support/server/process.ts';
import { dataFolder, login } from '../support/server/server.ts';
import {
  acknowledgedAgain,
  beginLedger,
  compareLedger,
  type Ledger,
  ledgerText,
  makeSite,
  type Site,
} from './ledger.ts';
import { type Scenario, throwBreach } from './scenario.ts';

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
        throwBreach(serving.length === 1 ? [] : wrong);
        winner = serving[0]?.one ?? null;
        url = serving[0]?.address ?? '';
        site ??= await makeSite(await login({ url }));
        begun ??= beginLedger(() => [url], site);
        await acknowledgedAgain(begun.ledger);
        // A second server starts while the first is running. It is refused and does not disturb the first.
        const late = spawnServer(folder.path);
        if ((await late.ended) !== 1 || !IN_USE.test(late.output()))
          wrong.push(`round ${round}: a second server was not refused: ${late.output().trim()}`);
        await acknowledgedAgain(begun.ledger);
        await sleep(300);
        if (round === ROUNDS - 1) break;
        winner?.child.kill('SIGKILL');
        await winner?.ended;
      }
      await begun?.end();
      if (begun && site)
        wrong.push(...(await compareLedger(url, embeddedAccess(folder.path), site, begun.ledger)));
      throwBreach(wrong);
      return `${ROUNDS} times ${TOGETHER} at once and one later, ${begun && ledgerText(begun.ledger)}`;
    } finally {
      winner?.child.kill('SIGTERM');
      await winner?.ended;
      await folder.remove();
    }
  },
} satisfies Scenario;
