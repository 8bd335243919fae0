/**
 * The subscriptions of a connection. Messages are sent only for subscribed topics. A client cannot publish to other
 * clients.
 */

import { MAX_FILTERS } from './peers/limits.ts';

/** Matches the topics that devices, gateways and clients without a token may subscribe to. */
const SUBSCRIBABLE =
  /^v1\/(?:devices\/me\/(?:attributes(?:\/response\/(?:\+|\d+))?|rpc\/(?:request|response)\/(?:\+|\d+))|gateway\/(?:attributes(?:\/response)?|rpc|disconnect))$/;
/** Topics of firmware in parts. Devices may subscribe to them, but nothing is ever sent. */
const FIRMWARE = /^v2\/(?:fw|sw)\/response\/(?:\+|\d+)(?:\/chunk\/(?:\+|\d+))?$/;
const PROVISION = '/provision/response';

export interface Filters {
  /** Returns false if no client may subscribe to the filter. */
  add(filter: string, qos: number): boolean;
  remove(filter: string): boolean;
  /** Returns the quality of service of the subscription. Null if there is none. */
  qosOf(topic: string): 0 | 1 | null;
}

export function createFilters(isDevice: boolean): Filters {
  const filters = new Map<string, 0 | 1>();
  return {
    add(filter, qos) {
      const isAllowed = isDevice ? SUBSCRIBABLE.test(filter) || FIRMWARE.test(filter) : filter === PROVISION;
      if (!isAllowed || (filters.size >= MAX_FILTERS && !filters.has(filter))) return false;
      filters.set(filter, qos > 0 ? 1 : 0);
      return true;
    },
    remove: (filter) => filters.delete(filter),
    qosOf(topic) {
      const qos = filters.get(topic);
      if (qos !== undefined) return qos;
      return filters.get(topic.replace(/\/\d+$/, '/+')) ?? null;
    },
  };
}
