/** The newest value of every variable, in memory. The table `latest` is written with the points themselves. */
import type { Database } from '../db/index.ts';
import type { ReadyPoint } from './types.ts';

export interface LatestValue {
  ts: number;
  value: number | string;
}

export interface LatestValues {
  load(): Promise<void>;
  get(tenantId: number, variableId: number): LatestValue | null;
  /** When anything last came in from a device, by our clock (its own times may be replayed ones). */
  heard(tenantId: number, deviceSn: string): number | null;
  /** Takes over committed points; an older time than the known one changes nothing. */
  note(points: readonly ReadyPoint[], receivedAt: number): void;
  noteRemote(tenantId: number, variableId: number, ts: number, value: number | string): void;
  forget(tenantId: number, variableId: number): void;
}

interface Row {
  tenant_id: number;
  variable_id: number;
  ts: number;
  value: number | null;
  text: string | null;
  received: number;
  device_sn: string;
}

const LOAD = `
SELECT l.tenant_id, l.variable_id, l.value, l.text, v.device_sn,
  (extract(epoch FROM l.ts) * 1000)::float8 AS ts, (extract(epoch FROM l.received_at) * 1000)::float8 AS received
  FROM latest l JOIN device_variable v ON v.tenant_id = l.tenant_id AND v.id = l.variable_id`;

export function createLatest(db: Database): LatestValues {
  const values = new Map<string, LatestValue>();
  const lastHeard = new Map<string, number>();

  function put(key: string, ts: number, value: number | string): void {
    const known = values.get(key);
    if (!known || ts >= known.ts) values.set(key, { ts, value });
  }

  function hear(tenantId: number, deviceSn: string, at: number): void {
    const key = `${tenantId}/${deviceSn}`;
    if (at > (lastHeard.get(key) ?? 0)) lastHeard.set(key, at);
  }

  return {
    async load() {
      const { rows } = await db.pool.query<Row>(LOAD);
      for (const row of rows) {
        const value = row.value ?? row.text;
        if (value !== null) put(`${row.tenant_id}/${row.variable_id}`, row.ts, value);
        hear(row.tenant_id, row.device_sn, row.received);
      }
    },
    get: (tenantId, variableId) => values.get(`${tenantId}/${variableId}`) ?? null,
    heard: (tenantId, deviceSn) => lastHeard.get(`${tenantId}/${deviceSn}`) ?? null,
    note(points, receivedAt) {
      for (const { variable, ts, value } of points) {
        put(`${variable.tenantId}/${variable.id}`, ts, value);
        hear(variable.tenantId, variable.deviceSn, receivedAt);
      }
    },
    noteRemote: (tenantId, variableId, ts, value) => put(`${tenantId}/${variableId}`, ts, value),
    forget: (tenantId, variableId) => void values.delete(`${tenantId}/${variableId}`),
  };
}
