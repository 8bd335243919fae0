/**
 * Caches the newest value of every read or written variable in memory, as two numbers in pages. The rows of the table
 * `latest` are read together with the variables and written together with the points.
 */

import type { LatestRow } from '../catalog/variableRows.ts';
import type { ReadyPoint } from '../types.ts';
import { BAD } from './batch.ts';

export interface LatestValue {
  ts: number;
  value: number | string;
}

export interface LatestValues {
  /** Adds values that were read from the database. Values older than the cached ones are ignored. */
  take(rows: readonly LatestRow[]): void;
  get(tenantId: number, variableId: number): LatestValue | null;
  /** Adds committed points. Older and bad points are ignored. */
  note(points: readonly ReadyPoint[]): void;
  noteRemote(tenantId: number, variableId: number, ts: number, value: number | string): void;
  /** Replaces the value of `knownTs` by the database's value, unless a newer value has arrived. */
  replace(key: LatestKey, knownTs: number, row: LatestRow | undefined): void;
  forget(tenantId: number, variableId: number): void;
}

type LatestKey = Pick<LatestRow, 'tenantId' | 'variableId'>;

/** Ids of variables are assigned in sequence, so the ids of a device's variables are close together. */
const PAGE = 256;

interface Page {
  /** NaN for an unknown value. */
  times: Float64Array;
  /** NaN for a text. */
  values: Float64Array;
}

interface Tenant {
  pages: Map<number, Page>;
  texts: Map<number, string>;
}

export function createLatest(): LatestValues {
  const tenants = new Map<number, Tenant>();

  function tenantOf(tenantId: number): Tenant {
    const tenant = tenants.get(tenantId);
    if (tenant) return tenant;
    const made = { pages: new Map(), texts: new Map() };
    tenants.set(tenantId, made);
    return made;
  }

  function pageOf({ pages }: Tenant, variableId: number): Page {
    const number = Math.floor(variableId / PAGE);
    const page = pages.get(number);
    if (page) return page;
    const made = { times: new Float64Array(PAGE).fill(Number.NaN), values: new Float64Array(PAGE) };
    pages.set(number, made);
    return made;
  }

  function put(tenant: Tenant, variableId: number, ts: number, value: number | string): void {
    const { times, values } = pageOf(tenant, variableId);
    const slot = variableId % PAGE;
    if (ts < times[slot]!) return;
    times[slot] = ts;
    const isText = typeof value === 'string';
    values[slot] = isText ? Number.NaN : value;
    if (isText) tenant.texts.set(variableId, value);
    else if (tenant.texts.size > 0) tenant.texts.delete(variableId);
  }

  function forget(tenantId: number, variableId: number): void {
    const tenant = tenants.get(tenantId);
    const page = tenant?.pages.get(Math.floor(variableId / PAGE));
    if (page) page.times[variableId % PAGE] = Number.NaN;
    tenant?.texts.delete(variableId);
  }

  return {
    take(rows) {
      for (const { tenantId, variableId, ts, value } of rows) put(tenantOf(tenantId), variableId, ts, value);
    },
    get(tenantId, variableId) {
      const tenant = tenants.get(tenantId);
      const page = tenant?.pages.get(Math.floor(variableId / PAGE));
      const ts = page?.times[variableId % PAGE] ?? Number.NaN;
      if (!tenant || !page || Number.isNaN(ts)) return null;
      return { ts, value: tenant.texts.get(variableId) ?? page.values[variableId % PAGE]! };
    },
    note(points) {
      for (const { variable, ts, value, quality } of points)
        if (quality < BAD) put(tenantOf(variable.tenantId), variable.id, ts, value);
    },
    noteRemote: (tenantId, variableId, ts, value) => put(tenantOf(tenantId), variableId, ts, value),
    replace({ tenantId, variableId }, knownTs, row) {
      const tenant = tenants.get(tenantId);
      const page = tenant?.pages.get(Math.floor(variableId / PAGE));
      if (!tenant || page?.times[variableId % PAGE] !== knownTs) return;
      forget(tenantId, variableId);
      if (row) put(tenant, variableId, row.ts, row.value);
    },
    forget,
  };
}
