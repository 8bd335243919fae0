/** Checks for silence in one process: reads the times of last messages, and starts and ends alarms. */
import { sql } from 'kysely';
import type { Database, Trx } from '../../../platform/db/index.ts';
import type { Hub } from '../../../platform/hub/hub.ts';
import { DEFAULT_OFFLINE_AFTER } from '../../telemetry/catalog/variableRows.ts';
import { type IntakeHeartbeat, readHeartbeat } from '../../telemetry/intake/intakeHeartbeat.ts';
import { IS_RECENT, NOTED_AT, readLastReceived } from '../../telemetry/intake/lastSeen.ts';
import { ruleOf, ruleRows } from '../rules.ts';
import { storeChange } from '../store.ts';
import { notifyAlarms } from '../writer.ts';
import type { LastMessage, SilenceRule } from './silence.ts';
import type { ChannelName } from './silenceChannels.ts';
import { type SiteLook, type SiteMemory, startMemory, stepSilence } from './silenceStep.ts';

interface DeviceRow {
  tenantId: number;
  stationSn: string;
  sn: string;
  name: string;
  offlineAfter: number | null;
  alarms: boolean;
  at: number;
  variables: LastMessage[];
  channel: ChannelName | null;
}

/** A device as in its tables. The times of last messages are read separately. */
interface FoundRow extends Omit<DeviceRow, 'variables'> {
  variableIds: number[];
  watched: (LastMessage & { id: number })[] | null;
}

function addLastReceived(
  { variableIds, watched, at, ...row }: FoundRow,
  lastSeen: ReadonlyMap<number, number>,
): DeviceRow {
  const times = variableIds.flatMap((id) => lastSeen.get(id) ?? []);
  return {
    ...row,
    at: times.reduce((latest, other) => Math.max(latest, other), Number(at)),
    variables: (watched ?? []).map(({ id, sn, at: madeAt }) => ({ sn, at: lastSeen.get(id) ?? madeAt })),
  };
}

/**
 * Reads the devices of stations with silence rules, and the last messages of the devices and their watched variables.
 */
async function readDevices(trx: Trx, rules: readonly SilenceRule[]): Promise<DeviceRow[]> {
  const sites = [...new Set(rules.map(({ tenantId, stationSn }) => `${tenantId} ${stationSn}`))];
  const watched = rules.map(({ tenantId, variableSn }) => `${tenantId} ${variableSn}`);
  const { rows } = await sql<FoundRow>`
      select d.tenant_id, d.station_sn, d.sn, d.name, d.offline_after, d.alarm_enabled is not false as alarms,
             case when c.sn is not null then json_build_object('sn', c.sn, 'name', c.name) end as channel,
             extract(epoch from greatest(d.created_at, ${NOTED_AT})) * 1000 as at,
             coalesce(array_agg(v.id::int4) filter (where v.id is not null), '{}') as variable_ids,
             json_agg(json_build_object('id', v.id, 'sn', v.sn, 'at', extract(epoch from v.created_at) * 1000))
               filter (where v.formula is null and d.tenant_id || ' ' || v.sn = any(${watched}::text[])) as watched
        from device d
        left join channel c on c.tenant_id = d.tenant_id and c.sn = d.channel_sn and c.enabled is not false
        left join device_variable v on v.tenant_id = d.tenant_id and v.device_sn = d.sn
       where d.enabled is not false and ${IS_RECENT} and d.tenant_id || ' ' || d.station_sn = any(${sites}::text[])
       group by d.tenant_id, d.id, c.tenant_id, c.id
       order by d.tenant_id, d.station_sn, d.id`.execute(trx);
  const devices: DeviceRow[] = [];
  for (const [tenantId, tenantRows] of Map.groupBy(rows, (row) => row.tenantId)) {
    const lastSeen = await readLastReceived(
      trx,
      tenantId,
      tenantRows.flatMap(({ variableIds }) => variableIds),
    );
    devices.push(...tenantRows.map((row) => addLastReceived(row, lastSeen)));
  }
  return devices;
}

/**
 * Returns the time at which each simulated station changed to real time, by tenant and station. Null while its history
 * is still being written.
 */
async function readSimulated(trx: Trx): Promise<Map<string, number | null>> {
  const rows = await trx
    .selectFrom('simulatorState as s')
    .innerJoin('station as t', (join) =>
      join.onRef('t.tenantId', '=', 's.tenantId').onRef('t.sn', '=', 's.stationSn'),
    )
    .select(['s.tenantId', 's.stationSn', 's.liveAt'])
    .where('t.simulated', '=', true)
    .execute();
  return new Map(rows.map((row) => [siteKey(row), row.liveAt === null ? null : Date.parse(row.liveAt)]));
}

/** Reads the last messages, and the time from which the server receives points, in one snapshot. */
function readLook(db: Database, rules: readonly SilenceRule[]) {
  return db.system(async (trx) => {
    await sql`set transaction isolation level repeatable read`.execute(trx);
    const listening: IntakeHeartbeat = await readHeartbeat(trx);
    return { listening, devices: await readDevices(trx, rules), simulated: await readSimulated(trx) };
  });
}

async function readRules(db: Database): Promise<SilenceRule[]> {
  const rows = await db.system((trx) =>
    ruleRows(trx)
      .where('g.kind', '=', 'noData')
      .where('g.enabled', 'is not', false)
      .where('v.enabled', 'is not', false)
      .where('d.enabled', 'is not', false)
      .where('d.alarmEnabled', 'is not', false)
      .execute(),
  );
  return rows.flatMap((row) => {
    const rule = ruleOf(row);
    return rule?.condition.kind === 'noData' ? [rule as SilenceRule] : [];
  });
}

type Open = SiteLook['open'][number] & { tenantId: number };

/** Reads the active alarms of these rules. */
const readOpen = (db: Database, rules: readonly SilenceRule[]): Promise<Open[]> =>
  db.system((trx) =>
    trx
      .selectFrom('alarm')
      .select(['tenantId', 'generaterId as ruleId', 'source'])
      .where('recoverTime', 'is', null)
      .where(
        'generaterId',
        'in',
        rules.map(({ id }) => id),
      )
      .execute(),
  );

const siteKey = ({ tenantId, stationSn }: { tenantId: number; stationSn: string }): string =>
  `${tenantId} ${stationSn}`;

const quietDevice = ({
  sn,
  name,
  at,
  offlineAfter,
  alarms,
  variables,
  channel,
}: DeviceRow): SiteLook['devices'][number] => ({
  ...{ sn, name, at, alarms },
  limitMs: (offlineAfter ?? DEFAULT_OFFLINE_AFTER) * 1000,
  ...{ variables, channel },
});

export function createSilence({ db, hub }: { db: Database; hub: Hub }): {
  /** `at` overrides the current time, in epoch milliseconds. */
  sweep(at?: number): Promise<void>;
} {
  /** The start of this process's observation. It does not know which objects sent again earlier. */
  let started = Infinity;
  /** By tenant and station. */
  const memories = new Map<string, SiteMemory>();

  async function sweepSite(key: string, look: SiteLook): Promise<void> {
    const { memory, changes } = stepSilence(memories.get(key) ?? startMemory(), look);
    memories.set(key, memory);
    for (const change of changes) notifyAlarms(hub, await db.system((trx) => storeChange(trx, change)));
  }

  return {
    async sweep(moment) {
      const rules = await readRules(db);
      const { listening, devices, simulated } = await readLook(db, rules);
      const now = moment ?? listening.now;
      started = Math.min(started, listening.now, now);
      if (listening.since === null || rules.length === 0) return;
      const since = Math.max(listening.since, started);
      const bySite = Map.groupBy(devices, siteKey);
      const open = await readOpen(db, rules);
      for (const [key, siteRules] of Map.groupBy(rules, siteKey)) {
        const liveAt = simulated.get(key);
        // The history of the station is still being written and will contain the missing values.
        if (liveAt === null) continue;
        const ruleKeys = new Set(siteRules.map(({ tenantId, id }) => `${tenantId} ${id}`));
        const rows = bySite.get(key) ?? [];
        await sweepSite(key, {
          ...{ now, since: Math.max(since, liveAt ?? 0), rules: siteRules },
          stationSn: rows[0]?.stationSn ?? '',
          devices: rows.map(quietDevice),
          open: open.filter(({ tenantId, ruleId }) => ruleKeys.has(`${tenantId} ${ruleId}`)),
        });
      }
    },
  };
}
