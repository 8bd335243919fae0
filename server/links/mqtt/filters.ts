/**
 * A connection receives only its subscriptions. Others publish nothing there: a message goes to one connection only.
 */

import { MAX_FILTERS } from './peers/limits.ts';

/** Matches the topics that firmware, gateways and askers for a token subscribe to. */
const SUBSCRIBABLE =
  /^v1\/(?:devices\/me\/(?:attributes(?:\/response\/(?:\+|\d+))?|rpc\/(?:request|response)\/(?:\+|\d+))|gateway\/(?:attributes(?:\/response)?|rpc|disconnect))$/;
/** Firmware in pieces, which is asked for and never comes. */
const FIRMWARE = /^v2\/(?:fw|sw)\/response\/(?:\+|\d+)(?:\/chunk\/(?:\+|\d+))?$/;
const PROVISION = '/provision/response';

export interface Filters {
  /** False: no client may subscribe to that. */
  add(filter: string, qos: number): boolean;
  remove(filter: string): boolean;
  /** With which quality of service the topic was asked for; null: it was not. */
  qosOf(topic: string): 0 | 1 | null;
}

export function createFilters(isDevice: boolean): Filters {
  const filters = new Map<string, 0 | 1>();
  return {
    add(filter, qos) {
      const mayHear = isDevice ? SUBSCRIBABLE.test(filter) || FIRMWARE.test(filter) : filter === PROVISION;
      if (!mayHear || (filters.size >= MAX_FILTERS && !filters.has(filter))) return false;
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
