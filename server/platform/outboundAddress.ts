/**
 * Decides to which addresses the server may connect. Private addresses are refused unless the server's operator allows
 * them.
 */
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** A host name, an address or a network. */
export type AllowedPlace = { host: string } | { network: [ipaddr.IPv4 | ipaddr.IPv6, number] };

/** Thrown if the server may not connect to an address. A retry would have the same result. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

export interface Place {
  address: string;
  family: 4 | 6;
}

type Resolve = (host: string) => Promise<{ address: string }[]>;

const allResolve: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/** Parses `hooks.example`, `10.1.2.3` or `10.0.0.0/8`. Null if the text is none of these. */
export function parsePlace(text: string): AllowedPlace | null {
  if (ipaddr.isValidCIDR(text)) return { network: ipaddr.parseCIDR(text) };
  if (ipaddr.isValid(text)) {
    const address = ipaddr.parse(text);
    return { network: [address, address.kind() === 'ipv4' ? 32 : 128] };
  }
  return /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text) ? { host: text.toLowerCase() } : null;
}

const BYTE = 256;

/** Returns the IPv4 address contained in an IPv6 address, also in the old form `::127.0.0.1`. */
function bare(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const address = ipaddr.process(text);
  if (!(address instanceof ipaddr.IPv6)) return address;
  const [high = 0, low = 0] = address.parts.slice(6);
  const isCarried = high > 0 && address.parts.slice(0, 6).every((part) => part === 0);
  const bytes = [high, low].flatMap((part) => [Math.floor(part / BYTE), part % BYTE]);
  return isCarried ? new ipaddr.IPv4(bytes) : address;
}

/** The only range of public IPv6 addresses. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an address is in the public internet: not private, loopback, link-local (cloud metadata) or otherwise
 * reserved.
 */
export function isAddressPublic(text: string): boolean {
  const address = bare(text);
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(GLOBAL));
}

function isAllowed(host: string, address: string, allowed: readonly AllowedPlace[]): boolean {
  const parsed = bare(address);
  return allowed.some((place) => {
    if ('host' in place) return place.host === host;
    const [network, bits] = place.network;
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

const familyOf = (address: string): Place['family'] => (ipaddr.parse(address).kind() === 'ipv4' ? 4 : 6);

async function addressesOf(host: string, resolve: Resolve): Promise<{ address: string }[]> {
  const addresses = ipaddr.isValid(host) ? [{ address: host }] : await resolve(host);
  if (addresses.length === 0) throw new Error(`${host} has no address`);
  return addresses;
}

/**
 * Allowed address ranges of devices at a station. A name that resolves to this server or to cloud metadata is refused.
 */
const SITE_RANGES: ReadonlySet<string> = new Set(['unicast', 'private', 'uniqueLocal', 'carrierGradeNat']);

function isListed(host: string, address: string, listed: readonly AllowedPlace[]): boolean {
  const networks = listed.filter((place) => 'network' in place);
  if (isAllowed(host, address, networks)) return true;
  return SITE_RANGES.has(bare(address).range()) && isAllowed(host, address, listed);
}

/**
 * Returns the address of a host in the operator's list, like `findHost`. Public hosts must be listed too. Throws
 * `AddressRefused` if any address of the name is not allowed.
 */
export async function findListed(
  name: string,
  listed: readonly AllowedPlace[],
  resolve: Resolve = allResolve,
): Promise<Place> {
  const host = name.toLowerCase();
  // A name without list entries is not even resolved.
  if (listed.length === 0) throw new AddressRefused(`${host} is not listed`);
  const addresses = await addressesOf(host, resolve);
  const refused = addresses.find(({ address }) => !isListed(host, address, listed));
  if (refused) throw new AddressRefused(`${refused.address} is not listed`);
  const { address } = addresses[0]!;
  return { address, family: familyOf(address) };
}

/**
 * Returns the checked address to connect to. Callers must connect to exactly this address, because the name may resolve
 * to another address later. Throws `AddressRefused` if any address of the name is forbidden.
 */
export async function findHost(
  name: string,
  allowed: readonly AllowedPlace[],
  resolve: Resolve = allResolve,
): Promise<Place> {
  const host = name.toLowerCase();
  const addresses = await addressesOf(host, resolve);
  const refused = addresses.find(
    ({ address }) => !isAddressPublic(address) && !isAllowed(host, address, allowed),
  );
  if (refused)
    throw new AddressRefused(
      `${refused.address} 在内网中 / is inside a private network (WATTDECK_WEBHOOK_ALLOW)`,
    );
  const { address } = addresses[0]!;
  return { address, family: familyOf(address) };
}

/** Returns the checked address of a URL, like `findHost`. */
export async function findPlace(
  url: URL,
  allowed: readonly AllowedPlace[],
  resolve: Resolve = allResolve,
): Promise<Place> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AddressRefused('only http and https');
  return findHost(url.hostname.replace(/^\[|\]$/g, ''), allowed, resolve);
}
