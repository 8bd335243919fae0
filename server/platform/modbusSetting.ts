/**
 * Hosts that the server reads by Modbus. Only the server's operator assigns hosts to tenants. A tenant can reach only
 * its own hosts.
 */
import { type AllowedPlace, parsePlace } from './outboundAddress.ts';

/** By tenant number. */
export type ModbusHosts = ReadonlyMap<number, readonly AllowedPlace[]>;

const ENTRY = /^(\d{1,9})=(\S+)$/;

/** Parses entries such as `10=192.168.1.0/24 10=plc.local`, separated by spaces. Null if they are not valid. */
export function parseModbusHosts(text: string): ModbusHosts | null {
  const hosts = new Map<number, AllowedPlace[]>();
  for (const entry of text.split(/\s+/).filter(Boolean)) {
    const [, tenant, written] = ENTRY.exec(entry) ?? [];
    const place = written === undefined ? null : parsePlace(written);
    if (!place) return null;
    const tenantId = Number(tenant);
    hosts.set(tenantId, [...(hosts.get(tenantId) ?? []), place]);
  }
  return hosts;
}
