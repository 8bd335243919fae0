/**
 * Devices and variables as the ways in and the statistics need them: read when first asked for, kept until they
 * change. A change takes away the device that it concerns; of what is kept, the oldest goes when it is too much.
 * Senders name what they like: for a name that the database cannot hold it is not asked.
 */
import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/db/index.ts';
import { isTextStorable } from '../../platform/db/storable.ts';
import type { HubEvent } from '../../platform/events.ts';
import type { Hub } from '../../platform/live/hub.ts';
import { createBatchLoader } from './batchLoader.ts';
import { isCalculated } from './calculation.ts';
import { attachCalculations } from './calculations.ts';
import {
  forgetCalculated,
  forgetDevice,
  forgetReading,
  type Kept,
  keepDevice,
  keepVariable,
  makeKept,
} from './catalogKept.ts';
import { createRows, type DeviceEntry, type LatestRow } from './catalogRows.ts';
import type { Calculated, TelemetryVariable } from './types.ts';

export type { DeviceEntry, LatestRow } from './catalogRows.ts';

export interface Catalog {
  byToken(token: string): Promise<DeviceEntry | null>;
  byDeviceSn(tenantId: number, sn: string): Promise<DeviceEntry | null>;
  /** A device of the station by its name: null when there is none, 'several' when it does not tell which. */
  byName(tenantId: number, stationSn: string, name: string): Promise<DeviceEntry | 'several' | null>;
  /** In the order asked for; unknown ones (also another tenant's) are missing. */
  variables(tenantId: number, sns: readonly string[]): Promise<TelemetryVariable[]>;
  /** The same, of those that are kept already: others are read with their latest values when they are asked for. */
  variablesKept(tenantId: number, sns: readonly string[]): Promise<TelemetryVariable[]>;
  /** All calculated variables of a tenant. */
  calculated(tenantId: number): Promise<readonly Calculated[]>;
  /** Forgets what is known of a tenant, or of one device; the next use reads anew. */
  forget(tenantId: number, deviceSn?: string): void;
  /** What is told meanwhile was forgotten already by whoever tells it. */
  quietly(tell: () => void): void;
  close(): void;
}

interface Options {
  db: Database;
  hub: Hub;
  /** Hears the latest values of what is read. */
  onLatest?: (rows: readonly LatestRow[]) => void;
  /** Hears of calculated variables that have no value because their formulas are too large. */
  onTooLarge?: (variable: TelemetryVariable) => void;
  /** Variables that may be kept. */
  limit?: number;
}

const WRONG_TOKEN_MS = 5_000;
const WRONG_TOKEN_LIMIT = 10_000;
/** About 0.4 KB each. */
const KEPT_VARIABLES = 2_000_000;
/** More changes at once than this are not looked into one by one. */
const MANY_CHANGES = 500;
const DEVICES_AT_ONCE = 50;

/** Changes of a tenant whose devices are being looked up. */
interface Unsettled {
  devices: Set<number>;
  variables: Set<number>;
  settled: Promise<void>;
}

export function createCatalog({
  db,
  hub,
  onLatest = () => {},
  onTooLarge,
  limit = KEPT_VARIABLES,
}: Options): Catalog {
  const rows = createRows(db);
  const tenants = new Map<number, Kept>();
  const unsettled = new Map<number, Unsettled>();
  const tenantOfToken = new Map<string, { tenantId: number; sn: string }>();
  const wrongTokens = new LRUCache<string, number>({ max: WRONG_TOKEN_LIMIT });
  /** Counts changes of devices: what was read before the last one is not kept. */
  let changes = 0;
  let quiet = false;
  /** Variables that are being read one by one. */
  let looseReads = 0;

  function of(tenantId: number): Kept {
    const known = tenants.get(tenantId) ?? makeKept();
    tenants.set(tenantId, known);
    return known;
  }

  function forget(tenantId: number, deviceSn?: string): void {
    const kept = tenants.get(tenantId);
    if (deviceSn === undefined || !kept) return void tenants.delete(tenantId);
    forgetReading(kept);
    forgetDevice(kept, deviceSn);
    forgetCalculated(kept);
  }

  function forgetAll(): void {
    tenants.clear();
    wrongTokens.clear();
    tenantOfToken.clear();
  }

  async function settleChanges(tenantId: number, known: Unsettled): Promise<void> {
    // What is told in the same step is looked up together.
    await Promise.resolve();
    while (known.devices.size + known.variables.size > 0) {
      const [deviceIds, variableIds] = [[...known.devices], [...known.variables]];
      known.devices.clear();
      known.variables.clear();
      if (deviceIds.length + variableIds.length > MANY_CHANGES) {
        forget(tenantId);
        continue;
      }
      const sns = await rows.changed(tenantId, deviceIds, variableIds).catch(() => null);
      if (sns === null) forget(tenantId);
      else for (const sn of sns) forget(tenantId, sn);
    }
    unsettled.delete(tenantId);
  }

  function noteChange(event: HubEvent & { type: 'entity' }): void {
    const { tenantId, id } = event;
    const kept = tenants.get(tenantId);
    if (!kept) return;
    forgetReading(kept);
    forgetCalculated(kept);
    if (event.entity === 'deviceVariable') {
      const before = kept.deviceOf.get(id);
      if (before !== undefined) forgetDevice(kept, before);
      if (event.do === 'purge') return;
    }
    const known = unsettled.get(tenantId) ?? {
      devices: new Set<number>(),
      variables: new Set<number>(),
      settled: Promise.resolve(),
    };
    (event.entity === 'device' ? known.devices : known.variables).add(id);
    if (unsettled.has(tenantId)) return;
    unsettled.set(tenantId, known);
    known.settled = settleChanges(tenantId, known);
  }

  const unsubscribe = hub.subscribe((event) => {
    if (event.type === 'resync') return forgetAll();
    if (event.type !== 'entity' || quiet) return;
    if (event.entity === 'station') return forget(event.tenantId);
    if (event.entity === 'device') {
      changes += 1;
      wrongTokens.clear();
      tenantOfToken.clear();
      // A device that is gone cannot be found by its id any more.
      if (event.do === 'delete' || event.do === 'purge') return forget(event.tenantId);
    }
    if (event.entity === 'device' || event.entity === 'deviceVariable') noteChange(event);
  });

  function makeRoom(kept: Kept): void {
    for (const sn of kept.entries.keys()) {
      if (kept.size <= limit) return;
      forgetDevice(kept, sn);
    }
  }

  const loadDevices = createBatchLoader(DEVICES_AT_ONCE, async (tenantId, sns) => {
    const read = await rows.devices(tenantId, sns);
    onLatest(read.latest);
    const found = new Map(read.devices.map((entry) => [entry.device.sn, entry]));
    return sns.map((sn) => found.get(sn) ?? null);
  });

  async function byDeviceSn(tenantId: number, sn: string): Promise<DeviceEntry | null> {
    if (!isTextStorable(sn)) return null;
    await unsettled.get(tenantId)?.settled;
    const kept = of(tenantId);
    const known = kept.devices.get(sn);
    if (known) return known;
    const loading = loadDevices(tenantId, sn);
    kept.devices.set(sn, loading);
    kept.loading.add(sn);
    const isCurrent = (): boolean => kept.devices.get(sn) === loading;
    loading.then(
      (entry) => {
        if (!isCurrent()) return;
        kept.loading.delete(sn);
        // That a device is missing is not kept: anybody may ask for any name.
        if (!entry) return void kept.devices.delete(sn);
        keepDevice(kept, entry);
        makeRoom(kept);
      },
      () => void (isCurrent() && kept.devices.delete(sn)),
    );
    return loading;
  }

  async function readVariables(tenantId: number, sns: readonly string[]) {
    const load = async (wanted: readonly string[]) => {
      const read = await rows.variables(tenantId, wanted);
      onLatest(read.latest);
      return read.variables;
    };
    const read = await load(sns);
    const formulas = read.filter(({ formula }) => formula !== null);
    const plain = read.filter(({ formula }) => formula === null);
    return [...plain, ...(await attachCalculations(formulas, load, onTooLarge))];
  }

  async function loadVariables(tenantId: number, sns: readonly string[]): Promise<TelemetryVariable[]> {
    await unsettled.get(tenantId)?.settled;
    const kept = of(tenantId);
    const missing = [...new Set(sns)].filter((sn) => !kept.bySn.has(sn) && isTextStorable(sn));
    if (missing.length === 0) return sns.flatMap((sn) => kept.bySn.get(sn) ?? []);
    const before = kept.changes;
    looseReads += 1;
    const read = await readVariables(tenantId, missing).finally(() => {
      looseReads -= 1;
    });
    if (before === kept.changes) for (const row of read) keepVariable(kept, row);
    const found = new Map(read.map((row) => [row.sn, row]));
    return sns.flatMap((sn) => found.get(sn) ?? kept.bySn.get(sn) ?? []);
  }

  async function calculated(tenantId: number): Promise<readonly Calculated[]> {
    await unsettled.get(tenantId)?.settled;
    const kept = of(tenantId);
    kept.calculated ??= rows
      .calculatedSns(tenantId)
      .then((sns) => loadVariables(tenantId, sns))
      .then((found) => found.filter(isCalculated));
    const made = kept.calculated;
    made.catch(() => {
      if (kept.calculated === made) kept.calculated = null;
    });
    return made;
  }

  async function findToken(token: string): Promise<{ tenantId: number; sn: string } | null> {
    if (!isTextStorable(token)) return null;
    const known = tenantOfToken.get(token);
    if (known) return known;
    if ((wrongTokens.get(token) ?? 0) > Date.now()) return null;
    const before = changes;
    const found = await rows.ofToken(token);
    if (!found) {
      if (before !== changes) return null;
      wrongTokens.set(token, Date.now() + WRONG_TOKEN_MS);
      return null;
    }
    if (before === changes) tenantOfToken.set(token, found);
    return found;
  }

  return {
    byDeviceSn,
    async byToken(token) {
      const found = await findToken(token);
      return found && byDeviceSn(found.tenantId, found.sn);
    },
    async byName(tenantId, stationSn, name) {
      if (!isTextStorable(name)) return null;
      await unsettled.get(tenantId)?.settled;
      const { named } = of(tenantId);
      const key = `${stationSn}\n${name}`;
      const asked = named.get(key) ?? rows.named(tenantId, stationSn, name);
      const sns = await asked;
      if (sns.length === 1) named.set(key, asked);
      if (sns.length > 1) return 'several';
      return sns[0] === undefined ? null : byDeviceSn(tenantId, sns[0]);
    },
    variables: loadVariables,
    async variablesKept(tenantId, sns) {
      const kept = of(tenantId);
      // What is being read just now may have been read before it was written.
      if (looseReads > 0 || kept.loading.size > 0 || unsettled.has(tenantId))
        return loadVariables(tenantId, sns);
      return sns.flatMap((sn) => kept.bySn.get(sn) ?? []);
    },
    calculated,
    forget,
    quietly(tell) {
      quiet = true;
      try {
        tell();
      } finally {
        quiet = false;
      }
    },
    close: unsubscribe,
  };
}
