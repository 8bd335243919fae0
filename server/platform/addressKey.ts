import ipaddr from 'ipaddr.js';

const HOME_PARTS = 4;

/** By what one sender is counted: an IPv6 address by its /64, which is what one home or machine is given at least. */
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
