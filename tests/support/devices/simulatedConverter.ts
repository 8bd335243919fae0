import { createOrders, type Orders } from '../../../demo/simulator/orders.ts';
import type { TestServer } from '../server/server.ts';

/** Puts the simulator's converter in the place of the one of a station, whose number ends with PCS. */
export const simulateConverter = ({ app }: TestServer, tenantId: number, sn: string): Orders =>
  createOrders(app.services, [{ tenantId, site: { sn } }]);
