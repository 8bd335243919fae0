import { createOrders, type Orders } from '../../../demo/simulator/orders.ts';
import type { TestServer } from '../server/server.ts';

/** Replaces the converter of a station by a simulated one. Its serial number ends with PCS. */
export const simulateConverter = ({ app }: TestServer, tenantId: number, sn: string): Orders =>
  createOrders(app.services, [{ tenantId, site: { sn } }]);
