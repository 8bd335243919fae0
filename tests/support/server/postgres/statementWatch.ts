/**
 * Judges every statement that the servers of API tests send to PostgreSQL, as a cluster would. A test file fails if a
 * statement names no tenant, or calls a function that is missing on the nodes of a cluster. Each text is judged once
 * per worker. A file also fails if a connection gets a query while two earlier ones are unanswered, because a future
 * driver will refuse this.
 */
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { SPREAD } from './spread.ts';
import { OF_TESTS, statementFault } from './statementRule.ts';

interface Watch {
  judged: Set<string>;
  faults: string[];
}

/** Reads the text of a client's query, which is a text or an object with one. */
function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const { text } = Object(query) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

function judge({ judged, faults }: Watch, text: string): void {
  if (judged.has(text)) return;
  judged.add(text);
  const fault = text.startsWith(OF_TESTS) ? null : statementFault(text, SPREAD);
  if (fault !== null) faults.push(`${fault}: ${text.replaceAll(/\s+/g, ' ').trim()}`);
}

/** Returns the number of statements that wait behind the running one. */
const waitingOf = (client: object): number => (Reflect.get(client, '_queryQueue') as unknown[]).length;

/** A worker runs this file again for each test file, but the clients of the database remain. */
const WATCH = Symbol.for('wattdeck: statements watched');

function watchClients(): Watch {
  const client = pg.Client.prototype;
  const known = Reflect.get(client, WATCH) as Watch | undefined;
  if (known) return known;
  const watch: Watch = { judged: new Set(), faults: [] };
  Reflect.set(client, WATCH, watch);
  client.query = new Proxy(client.query, {
    apply(query, self: pg.Client, args: unknown[]) {
      judge(watch, textOf(args[0]));
      if (waitingOf(self) > 0)
        watch.faults.push(`asks a connection that is busy: ${new Error(textOf(args[0])).stack}`);
      return Reflect.apply(query, self, args) as unknown;
    },
  });
  return watch;
}

const { faults } = watchClients();

afterAll(() => {
  expect(
    faults.splice(0),
    'statements that a cluster or the driver would refuse, or that go to all nodes',
  ).toEqual([]);
});
