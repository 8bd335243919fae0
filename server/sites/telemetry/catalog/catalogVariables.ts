/** Reads single variables for the catalogue. Calculated variables are read with their inputs. */
import { isTextStorable } from '../../../platform/db/tables/storable.ts';
import { isCalculated } from '../calculation/calculation.ts';
import { attachCalculations } from '../calculation/calculations.ts';
import type { Calculated, TelemetryVariable } from '../types.ts';
import type { CatalogReads } from './catalogDevices.ts';
import { keepVariable } from './catalogMemory.ts';

export interface VariableReads {
  /** Returns variables in the order of the request. Unknown variables and those of other tenants are missing. */
  variables(tenantId: number, sns: readonly string[]): Promise<TelemetryVariable[]>;
  /**
   * Returns the cached variables only. Other variables are loaded, with their latest values, when they are requested.
   */
  variablesKept(tenantId: number, sns: readonly string[]): Promise<TelemetryVariable[]>;
  /** Returns all calculated variables of a tenant. */
  calculated(tenantId: number): Promise<readonly Calculated[]>;
}

export function createVariableReads(
  { rows, onLatest, storedOf, lookup }: CatalogReads,
  onTooLarge?: (variable: TelemetryVariable) => void,
): VariableReads {
  /** Number of single variables being read. */
  let looseReads = 0;

  async function readVariables(tenantId: number, sns: readonly string[]) {
    const load = async (sns: readonly string[]) => {
      const read = await rows.variables(tenantId, sns);
      onLatest(read.latest);
      return read.variables;
    };
    const read = await load(sns);
    const formulas = read.filter(({ formula }) => formula !== null);
    const plain = read.filter(({ formula }) => formula === null);
    return [...plain, ...(await attachCalculations(formulas, load, onTooLarge))];
  }

  async function loadVariables(tenantId: number, sns: readonly string[]): Promise<TelemetryVariable[]> {
    await lookup.settled(tenantId);
    const tenant = storedOf(tenantId);
    const missing = [...new Set(sns)].filter((sn) => !tenant.bySn.has(sn) && isTextStorable(sn));
    if (missing.length === 0) return sns.flatMap((sn) => tenant.bySn.get(sn) ?? []);
    const before = tenant.changes;
    looseReads += 1;
    const read = await readVariables(tenantId, missing).finally(() => {
      looseReads -= 1;
    });
    if (before === tenant.changes) for (const row of read) keepVariable(tenant, row);
    const rowsBySn = new Map(read.map((row) => [row.sn, row]));
    return sns.flatMap((sn) => rowsBySn.get(sn) ?? tenant.bySn.get(sn) ?? []);
  }

  return {
    variables: loadVariables,
    async variablesKept(tenantId, sns) {
      const tenant = storedOf(tenantId);
      // A read in progress may return a variable as it was before a write.
      if (looseReads > 0 || tenant.loading.size > 0 || lookup.settled(tenantId))
        return loadVariables(tenantId, sns);
      return sns.flatMap((sn) => tenant.bySn.get(sn) ?? []);
    },
    async calculated(tenantId) {
      await lookup.settled(tenantId);
      const tenant = storedOf(tenantId);
      tenant.calculated ??= rows
        .calculatedSns(tenantId)
        .then((sns) => loadVariables(tenantId, sns))
        .then((variables) => variables.filter(isCalculated));
      const made = tenant.calculated;
      made.catch(() => {
        if (tenant.calculated === made) tenant.calculated = null;
      });
      return made;
    },
  };
}
