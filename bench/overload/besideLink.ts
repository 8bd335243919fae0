/**
 * Measures a user's list and the user's import of one line, alone and beside sixteen callers of one public link. It
 * also measures the response time of /healthz in this time.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { App } from '../../server/app.ts';
import type { Client } from '../../tests/support/calls/client.ts';
import { checkTable, tableFile, upload } from '../../tests/support/records/excel.ts';
import { makeQuote, sendQuote, startTrade } from '../../tests/support/records/quoteFlow.ts';
import { median } from '../kit/percentile.ts';
import { judge, keepRatio } from '../kit/report.ts';
import { sized } from '../kit/size.ts';
import { timed } from '../kit/timed.ts';
import type { Saved, Saving } from './savers.ts';

const GOAL_HEALTH_MS = 500;
const GOAL_RATIO = 3;
const ROUNDS = sized(12, 2);

interface Work {
  list: number;
  import: number;
  /** The longest response time of /healthz, in milliseconds. */
  health: number;
}

/** Runs the user's work for some rounds. Returns the medians in milliseconds. */
async function measureWork(url: string, person: Client): Promise<Work> {
  const file = await tableFile([['Name'], ['One line']]);
  const lists: number[] = [];
  const imports: number[] = [];
  const healths: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    lists.push(await timed(() => person.call('getCustomerList', { query: { size: 20 } })));
    imports.push(await timed(() => checkTable(person, { entity: 'customer' }, upload(file))));
    healths.push(await timed(() => fetch(`${url}/healthz`)));
  }
  return { list: median(lists), import: median(imports), health: Math.max(...healths) };
}

/** Measures the same work while the document of the link is created. */
async function measureBeside(saving: Saving, person: Client): Promise<{ work: Work; saved: Saved }> {
  const child = fork(join(import.meta.dirname, 'savers.ts'), { stdio: 'inherit' });
  const ended = new Promise<Saved>((done, fail) => {
    child.once('message', (saved) => done(saved as Saved));
    child.once('exit', (code) => fail(new Error(`savers.ts ended with ${code}`)));
  });
  child.send(saving);
  try {
    const work = await measureWork(saving.url, person);
    child.send('stop');
    return { work, saved: await ended };
  } finally {
    child.disconnect();
  }
}

/** The work runs once before, so that compiling and first reads are not measured. */
export async function runBesideLink(app: App): Promise<void> {
  const trade = await startTrade({ url: app.url, app });
  const id = await makeQuote(trade);
  await sendQuote(trade, id);
  const { token } = await trade.seller.call('recordLinkMake', { path: { entity: 'quote', id } });
  await measureWork(app.url, trade.boss);
  const alone = await measureWork(app.url, trade.boss);
  const { work, saved } = await measureBeside({ url: app.url, token }, trade.boss);
  assert.ok(saved.made > 0 && saved.left > 0, 'some were made, and some had left');
  console.log(
    `sixteen callers of a public link: ${saved.made} documents made, ${saved.refused} refused, ${saved.left} left`,
  );
  for (const name of ['list', 'import'] as const) {
    const ratio = { name: `${name} beside a public link`, value: work[name] / alone[name], goal: GOAL_RATIO };
    console.log(
      `a person's ${name}: ${Math.round(alone[name])} ms alone, ${Math.round(work[name])} ms beside them (${keepRatio({ ...ratio, better: 'less' })})`,
    );
  }
  const verdict = judge({ value: work.health, goal: GOAL_HEALTH_MS, better: 'less' });
  console.log(`/healthz at most ${Math.round(work.health)} ms (${verdict})`);
}
