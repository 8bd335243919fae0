/** Long polling of devices over HTTP for changed shared attributes or for a command. */
import { sql } from 'kysely';
import type { Services } from '../../engine/context.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { ANSWER_WITHIN_S } from '../control/commands.ts';
import { type Command, METHOD } from '../control/link.ts';
import { setPointAgain } from '../control/setPointAgain.ts';
import type { TelemetryDevice } from '../telemetry/types.ts';
import type { Attributes, ChangedAttributes } from './attributes.ts';

export interface Polls {
  /** Waits for the next change. Null after the timeout, or if the device disconnected. */
  change(device: TelemetryDevice, wait: Wait): Promise<ChangedAttributes | null>;
  /** Waits for a command that the device has not received yet. */
  command(device: TelemetryDevice, wait: Wait): Promise<Command | null>;
  close(): void;
}

export interface Wait {
  ms: number;
  /** Aborts when the device disconnects. */
  signal: AbortSignal;
}

/** Maximum number of open requests of all devices, and of one device. */
const MAX_WAITING = 5_000;
const MAX_OF_DEVICE = 4;

type Respond<T> = (value: T | null) => void;

interface Waiters<T> {
  wait(key: string, wait: Wait): Promise<T | null>;
  tell(key: string, value: T): void;
  close(): void;
}

function createWaiters<T>(): Waiters<T> {
  const waiting = new Map<string, Set<Respond<T>>>();
  let all = 0;
  return {
    wait(key, { ms, signal }) {
      const tellers = waiting.get(key) ?? new Set();
      if (all >= MAX_WAITING || tellers.size >= MAX_OF_DEVICE) throw new AppError('telemetry.overloaded');
      return new Promise((resolve) => {
        const done: Respond<T> = (value) => {
          if (!tellers.delete(done)) return;
          all -= 1;
          if (tellers.size === 0) waiting.delete(key);
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          resolve(value);
        };
        const abort = (): void => done(null);
        const timer = setTimeout(done, ms, null);
        waiting.set(key, tellers.add(done));
        all += 1;
        signal.addEventListener('abort', abort);
        if (signal.aborted) abort();
      });
    },
    tell(key, value) {
      for (const done of [...(waiting.get(key) ?? [])]) done(value);
    },
    close() {
      for (const tellers of [...waiting.values()]) for (const done of [...tellers]) done(null);
    },
  };
}

const keyOf = (tenantId: number, sn: string): string => `${tenantId}/${sn}`;

/**
 * Returns the oldest pending command, or a set point that is due for repetition. Null if there is neither.
 */
async function claimCommand(
  { db }: Pick<Services, 'db'>,
  { tenantId, sn }: TelemetryDevice,
): Promise<Command | null> {
  return db.tenant(tenantId, async (trx) => {
    const { rows } = await sql<{ id: number; code: string; value: number | string | boolean }>`
      update control_command c set sent_at = now() from device_variable v
       where c.tenant_id = ${tenantId} and v.tenant_id = c.tenant_id and v.sn = c.variable_sn and c.id = coalesce(
         (select id from control_command
           where tenant_id = ${tenantId} and device_sn = ${sn} and state = 'requested' and sent_at is null
             and requested_at > now() - make_interval(secs => ${ANSWER_WITHIN_S})
           order by id limit 1 for update skip locked),
         (${setPointAgain(tenantId, sn)}))
      returning c.id, v.code, c.value`.execute(trx);
    const [row] = rows;
    return row ? { id: Number(row.id), method: METHOD, params: { [row.code]: row.value } } : null;
  });
}

export function createPolls(parts: Pick<Services, 'db' | 'hub'>, attributes: Attributes): Polls {
  const changes = createWaiters<ChangedAttributes>();
  const commands = createWaiters<true>();
  const stopChanges = attributes.onChange(({ tenantId, sn }, change) =>
    changes.tell(keyOf(tenantId, sn), change),
  );
  const stopCommands = parts.hub.subscribe((event) => {
    if (event.type === 'control') commands.tell(keyOf(event.tenantId, event.deviceSn), true);
  });
  return {
    change: ({ tenantId, sn }, wait) => changes.wait(keyOf(tenantId, sn), wait),
    async command(device, { ms, signal }) {
      // Subscribes before reading, so that no message in between is missed.
      const stop = new AbortController();
      const wait = { ms, signal: AbortSignal.any([signal, stop.signal]) };
      const coming = commands.wait(keyOf(device.tenantId, device.sn), wait);
      try {
        const command = await claimCommand(parts, device);
        return command ?? ((await coming) === null ? null : await claimCommand(parts, device));
      } finally {
        stop.abort();
      }
    },
    close() {
      stopChanges();
      stopCommands();
      changes.close();
      commands.close();
    },
  };
}
