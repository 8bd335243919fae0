/**
 * Opens FROM and TO, the two ends of a move, as entered on the command line. Each end is the data folder of
 * an embedded database, or the address of another database.
 */
import { resolve } from 'node:path';
import type pg from 'pg';
import { findSource } from '../backup/source.ts';
import { CommandError } from '../connectors/http/command.ts';
import { isConnectionLost, openClient, type Target } from '../platform/db/connect/connect.ts';

const isAddress = (text: string): boolean => /^postgres(ql)?:\/\//.test(text);

/** Allows the move to write to an end that refuses other writers. Each commit waits for the disk. */
export const OURS = '-c default_transaction_read_only=off -c synchronous_commit=on';

export interface End {
  target: Target;
  /** Name that messages may show. */
  name: string;
  isEmbedded: boolean;
  close(): Promise<void>;
}

export function readAddress(text: string): { url: string } {
  if (!URL.canParse(text) || !isAddress(text))
    throw new CommandError(
      `${text} is not the address of a database; write postgres://user:password@host/name`,
    );
  return { url: text };
}

/** Opens FROM. If an embedded database is not running, it is started until `close`. */
export async function openFrom(text: string): Promise<End> {
  if (isAddress(text))
    return { target: readAddress(text), name: nameOf(text), isEmbedded: false, close: async () => {} };
  const folder = resolve(text);
  const { connection, close } = await findSource(folder);
  return { target: connection, name: folder, isEmbedded: true, close };
}

/** Returns the address without its password. */
export function nameOf(text: string): string {
  const url = new URL(text);
  return `${url.host}${url.pathname}`;
}

/** Returns the same address with options that allow every connection to write. */
export function writable({ url }: { url: string }): { url: string } {
  const changed = new URL(url);
  const ownOptions = changed.searchParams.get('options') ?? '';
  changed.searchParams.set('options', `${ownOptions} ${OURS}`.trim());
  return { url: changed.href };
}

/** Registers opened connections and closes them together. */
export function createConnections() {
  const all: pg.Client[] = [];
  return {
    async open(target: Target, name: string): Promise<pg.Client> {
      const client = openClient(target, OURS);
      return this.add(client, name);
    },
    async add(client: pg.Client, name: string): Promise<pg.Client> {
      client.on('error', () => {});
      await client.connect().catch((error: Error) => {
        if (!isConnectionLost(error) && !('code' in error)) throw error;
        throw new CommandError(`the database ${name} cannot be reached: ${error.message}`);
      });
      all.push(client);
      return client;
    },
    async close(): Promise<void> {
      await Promise.all(all.splice(0).map((client) => client.end().catch(() => {})));
    },
  };
}

export type Connections = ReturnType<typeof createConnections>;
