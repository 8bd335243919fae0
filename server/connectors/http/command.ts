/** The shared parts of the commands: options, server address, sign-in, and one-line errors. */

import { parseArgs } from 'node:util';
import { isLang, type Lang } from '../../../runtime/core/text/lang.ts';
import { type ApiClient, ClientError, type Credentials, signClientIn } from './client.ts';
import { currentLang, say, setLang } from './commandOutput.ts';
import { readLocalAccess } from './localAccess.ts';

/** An error that ends the command with one line for the user. */
export class CommandError extends Error {
  override name = 'CommandError';
  /** The exit status of the process. */
  readonly status: number;

  constructor(message: string, status = 1) {
    super(message);
    this.status = status;
  }
}

export const COMMON_OPTIONS = {
  url: { type: 'string' },
  user: { type: 'string' },
  password: { type: 'string' },
  tenant: { type: 'string' },
  station: { type: 'string' },
  mapping: { type: 'string' },
  lang: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

export interface CommonValues {
  url?: string;
  user?: string;
  password?: string;
  tenant?: string;
  lang?: string;
}

/**
 * Returns the language of the command, and sets it for all further output. Throws for an unknown language.
 */
export function readLang({ lang = currentLang() }: CommonValues): Lang {
  if (!isLang(lang)) throw new CommandError(say('badLang', { value: lang }));
  setLang(lang);
  return lang;
}

export function readArguments<const O extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  options: O,
) {
  try {
    return parseArgs({ options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new CommandError(say('badArguments', { reason: (error as Error).message }));
  }
}

export function urlOfServer({ url }: CommonValues): string {
  const { WATTDECK_URL, WATTDECK_PORT = '8080', WATTDECK_TLS_CERT } = process.env;
  const here = WATTDECK_TLS_CERT ? 'https://localhost' : 'http://127.0.0.1';
  return (url ?? WATTDECK_URL ?? `${here}:${WATTDECK_PORT}`).replace(/\/+$/, '');
}

async function findCredentials(values: CommonValues): Promise<Credentials> {
  const username = values.user ?? process.env.WATTDECK_USER;
  const password = values.password ?? process.env.WATTDECK_PASSWORD;
  if (username && password) return { username, password };
  const folder = process.env.WATTDECK_DATA_DIR || './data';
  const local = await readLocalAccess(folder);
  if (local) return local;
  throw new CommandError(say('noCredentials', { folder }));
}

async function switchTenant(client: ApiClient, text: string): Promise<void> {
  const tenantId = Number(text);
  if (!Number.isInteger(tenantId)) throw new CommandError(say('badTenant', { value: text }));
  await client.call('updateDefaultTenant', { body: { tenantId } });
}

export async function signServerIn(values: CommonValues): Promise<{ client: ApiClient; url: string }> {
  const url = urlOfServer(values);
  const credentials = await findCredentials(values);
  const lang = readLang(values);
  let client = await signClientIn(url, credentials, lang);
  if (values.tenant) {
    await switchTenant(client, values.tenant);
    client = await signClientIn(url, credentials, lang);
  }
  return { client, url };
}

/** Runs a command. After an error, the process ends with one line and the error's status, 1 by default. */
export function runCommand(run: () => Promise<void>): void {
  run().catch((error: unknown) => {
    const isExpected = error instanceof CommandError || error instanceof ClientError;
    console.error(isExpected ? `Wattdeck: ${(error as Error).message}` : error);
    process.exitCode = error instanceof CommandError ? error.status : 1;
  });
}
