/** Decides where we may connect to: nowhere inside the private network, unless the operator of the server allows it. */
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** A host name, an address or a network. */
export type AllowedPlace = { host: string } | { network: [ipaddr.IPv4 | ipaddr.IPv6, number] };

/** Why nothing is sent; trying again would end the same. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

export interface Place {
  address: string;
  family: 4 | 6;
}

type Resolve = (host: string) => Promise<{ address: string }[]>;

const allResolve: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/** `hooks.example`, `10.1.2.3` or `10.0.0.0/8`; null: none of these. */
export function parsePlace(text: string): AllowedPlace | null {
  if (ipaddr.isValidCIDR(text)) return { network: ipaddr.parseCIDR(text) };
  if (ipaddr.isValid(text)) {
    const address = ipaddr.parse(text);
    return { network: [address, address.kind() === 'ipv4' ? 32 : 128] };
  }
  return /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text) ? { host: text.toLowerCase() } : null;
}

const BYTE = 256;

/** An IPv4 address in the clothes of an IPv6 one is the address that it carries, also in the old form `::127.0.0.1`. */
function bare(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const address = ipaddr.process(text);
  if (!(address instanceof ipaddr.IPv6)) return address;
  const [high = 0, low = 0] = address.parts.slice(6);
  const isCarried = high > 0 && address.parts.slice(0, 6).every((part) => part === 0);
  const bytes = [high, low].flatMap((part) => [Math.floor(part / BYTE), part % BYTE]);
  return isCarried ? new ipaddr.IPv4(bytes) : address;
}

/** The one part of IPv6 from which addresses of the internet are given. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3');

/** Only addresses of the public internet: neither private, loopback, link-local (cloud metadata) nor otherwise reserved. */
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

/** The ranges in which machines of a site stand; a name that leads to ourselves or to metadata of a cloud is not meant. */
const SITE_RANGES: ReadonlySet<string> = new Set(['unicast', 'private', 'uniqueLocal', 'carrierGradeNat']);

function isListed(host: string, address: string, listed: readonly AllowedPlace[]): boolean {
  const networks = listed.filter((place) => 'network' in place);
  if (isAllowed(host, address, networks)) return true;
  return SITE_RANGES.has(bare(address).range()) && isAllowed(host, address, listed);
}

/**
 * The address of a host that the operator has listed, as `findHost` gives it: public ones have to be listed, too. Throws
 * `AddressRefused` where any address of the name is not.
 */
export async function findListed(
  name: string,
  listed: readonly AllowedPlace[],
  resolve: Resolve = allResolve,
): Promise<Place> {
  const host = name.toLowerCase();
  // A name that cannot be listed is not even asked for.
  if (listed.length === 0) throw new AddressRefused(`${host} is not listed`);
  const addresses = await addressesOf(host, resolve);
  const refused = addresses.find(({ address }) => !isListed(host, address, listed));
  if (refused) throw new AddressRefused(`${refused.address} is not listed`);
  const { address } = addresses[0]!;
  return { address, family: familyOf(address) };
}

/**
 * The checked address to connect to. Callers connect to this very address, because the name may resolve to another one
 * later. Throws `AddressRefused` if any address of the name is forbidden.
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

/** The same for an address of the web. */
export async function findPlace(
  url: URL,
  allowed: readonly AllowedPlace[],
  resolve: Resolve = allResolve,
): Promise<Place> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AddressRefused('only http and https');
  return findHost(url.hostname.replace(/^\[|\]$/g, ''), allowed, resolve);
}
