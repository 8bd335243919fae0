/**
 * Finds the stream of a variable by tenant and variable. A point needs one lookup, however many listeners there are.
 */
import type { Database } from '../../platform/db/index.ts';

export interface VariableRow {
  sn: string | null;
  stationSn: string;
}

/** Reads the variables of these stations. */
export const readVariables = (
  db: Database,
  tenantId: number,
  stationSns: readonly string[],
): Promise<VariableRow[]> =>
  db.tenant(tenantId, (trx) =>
    trx
      .selectFrom('deviceVariable as v')
      .innerJoin('device as d', (join) =>
        join.onRef('d.tenantId', '=', 'v.tenantId').onRef('d.sn', '=', 'v.deviceSn'),
      )
      .select(['v.sn', 'd.stationSn'])
      .where('d.stationSn', 'in', [...stationSns])
      .execute(),
  );

export interface VariableOwners<Stream extends { stationSn: string }> {
  find(tenantId: number, sn: string): Stream | undefined;
  /** Replaces all variables of the stations. */
  replace(
    tenantId: number,
    stationSns: readonly string[],
    owned: Iterable<readonly [sn: string, stream: Stream]>,
  ): void;
  drop(tenantId: number, stream: Stream): void;
}

export function createVariableOwners<Stream extends { stationSn: string }>(): VariableOwners<Stream> {
  const byTenant = new Map<number, Map<string, Stream>>();
  return {
    find: (tenantId, sn) => byTenant.get(tenantId)?.get(sn),
    replace(tenantId, stationSns, owned) {
      const owners = byTenant.get(tenantId) ?? new Map<string, Stream>();
      byTenant.set(tenantId, owners);
      const stations = new Set(stationSns);
      for (const [sn, stream] of owners) if (stations.has(stream.stationSn)) owners.delete(sn);
      for (const [sn, stream] of owned) owners.set(sn, stream);
    },
    drop(tenantId, stream) {
      const owners = byTenant.get(tenantId);
      for (const [sn, owner] of owners ?? []) if (owner === stream) owners?.delete(sn);
    },
  };
}
