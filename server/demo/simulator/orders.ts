/** The converters of simulated sites do what they are told, and stand still when nobody tells them any more. */
import type { Services } from '../../engine/context.ts';
import { type Command, createControlLink } from '../../sites/control/link.ts';

interface Order {
  power: number;
  /** When it was last said, epoch milliseconds. */
  at: number;
}

/** The watchdog of the device: after so long without a word it stands still … */
const WATCHDOG_MS = 60_000;
/** … and after so long the site's own control goes on. */
const FORGOTTEN_MS = 600_000;

/** The power that is ordered at a moment; undefined: the site's own control decides. Pure. */
export function powerOrdered(order: Order | undefined, now: number): number | undefined {
  if (!order || now - order.at > FORGOTTEN_MS) return undefined;
  return now - order.at > WATCHDOG_MS ? 0 : order.power;
}

export interface Orders {
  of(tenantId: number, stationSn: string, now: number): number | undefined;
  close(): void;
}

const CONVERTER = 'PCS';
const CODE = 'setpoint';

interface Ordered {
  tenantId: number;
  site: { sn: string };
}

/** Hears the commands to the converters of these stations, and acknowledges them. */
export function createOrders(
  parts: Pick<Services, 'db' | 'hub' | 'log'>,
  stations: readonly Ordered[],
): Orders {
  const orders = new Map<string, Order>();
  const own = new Set(stations.map(({ tenantId, site }) => `${tenantId} ${site.sn}-${CONVERTER}`));
  const take = (tenantId: number, sn: string, { id, params }: Command): void => {
    const power = params[CODE];
    const key = `${tenantId} ${sn}`;
    if (!own.has(key) || typeof power !== 'number') return;
    orders.set(key, { power, at: Date.now() });
    link.answered(tenantId, sn, id, '{"success":true}').catch((error: unknown) => {
      parts.log.warn('a simulated converter could not answer', { sn, error: String(error) });
    });
  };
  const link = createControlLink(parts, take);
  return {
    of: (tenantId, stationSn, now) => powerOrdered(orders.get(`${tenantId} ${stationSn}-${CONVERTER}`), now),
    close: link.close,
  };
}
