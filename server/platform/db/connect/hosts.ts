/**
 * An address may contain several hosts: a primary and its standbys. Connections use the host that accepts writes. When
 * the connection is lost, all hosts are checked again.
 */
import pg from 'pg';
import { hostUrls } from '../../addressSettings.ts';

interface Hosts {
  /** Addresses, each with one host. */
  urls: readonly string[];
  /** The host that accepted writes at the last check. */
  current: string;
  searching: Promise<void> | null;
}

const CONNECT_TIMEOUT_MS = 3_000;
const hostsByUrl = new Map<string, Hosts>();

async function acceptsWrites(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('select from pg_is_in_recovery() as standby where not standby');
    return rows.length > 0;
  } catch {
    return false;
  } finally {
    client.end().catch(() => {});
  }
}

function hostsOf(url: string): Hosts {
  const urls = hostUrls(url);
  const hosts = hostsByUrl.get(url) ?? { urls, current: urls[0]!, searching: null };
  hostsByUrl.set(url, hosts);
  return hosts;
}

/** Returns the address that is currently used for connections. */
export const currentUrl = (url: string): string => hostsOf(url).current;

/** Checks all hosts. If no host accepts writes, the current host remains and the next connection fails. */
export function findPrimary(url: string): Promise<void> {
  const hosts = hostsOf(url);
  if (hosts.urls.length === 1) return Promise.resolve();
  hosts.searching ??= Promise.any(
    hosts.urls.map(async (one) =>
      (await acceptsWrites(one)) ? one : Promise.reject(new Error('no writes')),
    ),
  )
    .then(
      (writableUrl) => {
        hosts.current = writableUrl;
      },
      () => {},
    )
    .finally(() => {
      hosts.searching = null;
    });
  return hosts.searching;
}
