/** Lets the converters of simulated sites follow their commands, and stops them when commands are missing. */
import type { Services } from '../../server/engine/context.ts';
import { type Command, createControlLink } from '../../server/sites/control/link.ts';
import type { Ordered } from './simulate.ts';

interface Order {
  power: number;
  /** Time of the last command, in epoch milliseconds. */
  at: number;
}

/** The watchdog of the device. Without a command it stops after this time. */
const WATCHDOG_MS = 60_000;
/** After this time without a command the site's own control takes over. */
const FORGOTTEN_MS = 600_000;

/** Returns the power commanded for a moment. Undefined if the site's own control decides. Pure. */
export function findOrderedPower(order: Order | undefined, now: number): number | undefined {
  if (!order || now - order.at > FORGOTTEN_MS) return undefined;
  return now - order.at > WATCHDOG_MS ? 0 : order.power;
}

export interface Orders {
  of(tenantId: number, stationSn: string, now: number): Ordered;
  close(): void;
}

const CONVERTER = 'PCS';
const POWER = 'setpoint';
const MODE = 'gridMode';
const OFF_GRID = 0;

interface Steered {
  tenantId: number;
  site: { sn: string };
}

/** Receives the commands to the converters of these stations, and acknowledges them. */
export function createOrders(
  parts: Pick<Services, 'db' | 'hub' | 'log'>,
  stations: readonly Steered[],
): Orders {
  const orders = new Map<string, Order>();
  const islands = new Map<string, boolean>();
  const own = new Set(stations.map(({ tenantId, site }) => `${tenantId} ${site.sn}-${CONVERTER}`));
  const onCommand = (tenantId: number, sn: string, { id, params }: Command): void => {
    const [power, mode] = [params[POWER], params[MODE]];
    const key = `${tenantId} ${sn}`;
    if (!own.has(key) || (typeof power !== 'number' && typeof mode !== 'number')) return;
    if (typeof power === 'number') orders.set(key, { power, at: Date.now() });
    if (typeof mode === 'number') islands.set(key, mode === OFF_GRID);
    link.answered(tenantId, sn, id, '{"success":true}').catch((error: unknown) => {
      parts.log.warn('a simulated converter could not answer', { sn, error: String(error) });
    });
  };
  const link = createControlLink(parts, onCommand);
  return {
    of(tenantId, stationSn, now) {
      const key = `${tenantId} ${stationSn}-${CONVERTER}`;
      return { power: findOrderedPower(orders.get(key), now), islanded: islands.get(key) };
    },
    close: link.close,
  };
}
