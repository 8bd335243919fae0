import ipaddr from 'ipaddr.js';

const HOME_PARTS = 4;

/**
 * Returns the key for counting the requests of a sender. IPv6 addresses count by their /64, the smallest block of a
 * home or machine.
 */
export function readAddressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const { parts } = address as ipaddr.IPv6;
  return `${parts
    .slice(0, HOME_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
