/** `npm run move`. */
import { once } from 'node:events';
import { CommandError, readArguments, runCommand } from '../connectors/http/command.ts';
import { StartError } from '../platform/startError.ts';
import { createConnections, type End, nameOf, openFrom, readAddress } from './endpoints.ts';
import { moveDatabase } from './move.ts';
import { isClosed } from './source.ts';
import { openWrites } from './target.ts';

const HELP = `npm run move -- FROM TO [--now]
  takes a database, running or not, to another PostgreSQL; servers go on meanwhile, and writes wait for some seconds
  FROM               a data folder with its embedded database, or postgres://user:password@host/name
  TO                 the address of an empty database, PostgreSQL 15 or newer, with Citus or without
  --now              switches as soon as TO has everything, instead of when Enter is pressed
npm run move -- --reopen FROM
  lets a database that was moved away from take writes again; what TO has taken since is not in it`;

async function waitForEnter(): Promise<void> {
  console.log('Enter switches to TO as soon as it has everything; Ctrl-C gives up, and FROM stays as it is');
  await once(process.stdin, 'data');
  process.stdin.pause();
}

async function reopen(from: End): Promise<void> {
  const connections = createConnections();
  try {
    const client = await connections.open(from.target, from.name);
    if (!(await isClosed(client))) throw new CommandError(`${from.name} takes writes as it is`);
    await client.query(openWrites);
    console.log(`${from.name} takes writes again, from servers that connect from now on.`);
  } finally {
    await connections.close();
  }
}

async function move(from: End, toText: string, now: boolean, signal: AbortSignal): Promise<void> {
  const target = readAddress(toText);
  const connections = createConnections();
  try {
    const ready = now ? Promise.resolve() : waitForEnter();
    const to = { target, name: nameOf(toText) };
    await moveDatabase({ from, to, wanted: ready, signal }, connections);
    console.log(`${from.name} was moved to ${to.name} and takes no writes any more.
Start every server again with DATABASE_URL set to TO, and with the data folder that it has: key and files stay there.`);
    if (from.isEmbedded)
      console.log(
        `The embedded database is not started then; delete ${from.name}/postgres when you no longer need it.`,
      );
  } finally {
    await connections.close();
  }
}

async function run(): Promise<void> {
  const { values, positionals } = readArguments({
    now: { type: 'boolean' },
    reopen: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  const [fromText, toText, more] = positionals;
  if (values.help || !fromText || more !== undefined || (toText === undefined) !== (values.reopen === true))
    return console.log(HELP);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  try {
    const from = await openFrom(fromText);
    try {
      await (toText === undefined ? reopen(from) : move(from, toText, values.now === true, stopping.signal));
    } finally {
      await from.close();
    }
  } catch (error) {
    if (stopping.signal.aborted) throw new CommandError('interrupted; FROM is as it was');
    if (error instanceof StartError) throw new CommandError(error.message);
    throw error;
  } finally {
    process.stdin.pause();
  }
}

runCommand(run);
