/** Counts recent refusals in memory, bounded for any input. Pure. */
import type { Reason } from '../intake/reasons.ts';
import { clipText, exampleOf } from './example.ts';

/** The sender and the device of a refused point. They differ if a gateway or a collector sends for the device. */
export interface Refused {
  tenantId: number;
  deviceSn: string;
  sender: string;
  key: string;
  reason: Reason;
  example?: unknown;
}

export interface Counted extends Omit<Refused, 'example'> {
  occurrences: number;
  firstAt: number;
  lastAt: number;
  example: string;
}

export interface Tally {
  note(refused: Refused, now: number): void;
  /** Returns the counts since the last call and resets them. */
  take(): Counted[];
  /** Adds counts back after a failed write. */
  restore(lines: readonly Counted[]): void;
}

const MAX_NAME = 100;
/** Maximum number of lines per sender, and per tenant. Further refusals share one line per reason. */
export const SENDER_LINES = 100;
export const TENANT_LINES = 1_000;
export const OTHERS = '…';

export function createTally(): Tally {
  let lines = new Map<string, Counted>();
  let ofSender = new Map<string, number>();
  let ofTenant = new Map<number, number>();

  function startLine(line: Counted): Counted {
    const sender = `${line.tenantId}/${line.sender}`;
    ofSender.set(sender, (ofSender.get(sender) ?? 0) + 1);
    ofTenant.set(line.tenantId, (ofTenant.get(line.tenantId) ?? 0) + 1);
    return line;
  }

  const id = ({ tenantId, deviceSn, sender, key, reason }: Omit<Refused, 'example'>): string =>
    JSON.stringify([tenantId, deviceSn, sender, key, reason]);

  /** Returns the line for a refusal: its own line, or the shared line above the limit. */
  function place({
    tenantId,
    deviceSn,
    sender,
    key,
    reason,
  }: Omit<Refused, 'example'>): Omit<Refused, 'example'> {
    const ownKey = {
      tenantId,
      deviceSn: clipText(deviceSn, MAX_NAME),
      sender: clipText(sender, MAX_NAME),
      key: clipText(key, MAX_NAME),
      reason,
    };
    if (lines.has(id(ownKey))) return ownKey;
    if ((ofTenant.get(tenantId) ?? 0) >= TENANT_LINES)
      return { tenantId, deviceSn: OTHERS, sender: OTHERS, key: OTHERS, reason };
    const isMany = (ofSender.get(`${tenantId}/${ownKey.sender}`) ?? 0) >= SENDER_LINES;
    return isMany ? { ...ownKey, deviceSn: OTHERS, key: OTHERS } : ownKey;
  }

  return {
    note(refused, now) {
      const key = place(refused);
      const line = lines.get(id(key));
      if (line) {
        line.occurrences += 1;
        line.lastAt = now;
        return;
      }
      const example = exampleOf(refused.example);
      lines.set(id(key), startLine({ ...key, occurrences: 1, firstAt: now, lastAt: now, example }));
    },
    restore(refused) {
      for (const counted of refused) {
        const key = place(counted);
        const line = lines.get(id(key));
        if (!line) {
          lines.set(id(key), startLine({ ...counted, ...key }));
          continue;
        }
        line.occurrences += counted.occurrences;
        if (counted.firstAt < line.firstAt) line.example = counted.example;
        line.firstAt = Math.min(line.firstAt, counted.firstAt);
        line.lastAt = Math.max(line.lastAt, counted.lastAt);
      }
    },
    take() {
      const drained = [...lines.values()];
      lines = new Map();
      ofSender = new Map();
      ofTenant = new Map();
      return drained;
    },
  };
}
