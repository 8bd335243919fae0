/** Looks for silence in one process: reads who was heard, raises and ends alarms so that they say what is. */
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/index.ts';
import type { Hub } from '../../platform/live/hub.ts';
import { type IntakeHeartbeat, readHeartbeat } from '../telemetry/intakeHeartbeat.ts';
import { IS_HEARD, NOTED_AT } from '../telemetry/lastSeen.ts';
import { ruleOf, ruleRows } from './rules.ts';
import {
  type Heard,
  isSiteSilent,
  lookSite,
  type QuietDevice,
  type QuietSite,
  type SilenceInput,
  type SilenceLimit,
  type SilenceRule,
  type Silent,
  silenceKey,
} from './silence.ts';
import { openAlarm, recoverAlarm } from './store.ts';
import type { Change } from './types.ts';
import { tellAlarms } from './writer.ts';

const DEFAULT_OFFLINE_S = 300;
/** By more than this only a clock that was set back is behind what was heard. */
const SET_BACK_MS = 1_000;

interface DeviceRow {
  tenantId: number;
  stationSn: string;
  sn: string;
  name: string;
  offlineAfter: number | null;
  alarms: boolean;
  at: number;
  variables: Heard[] | null;
}

interface Open {
  tenantId: number;
  generaterId: number;
  source: string;
}

/** The devices of the sites that have rules of silence, and when they and their watched variables were last heard. */
async function readDevices(trx: Trx, rules: readonly SilenceRule[]): Promise<DeviceRow[]> {
  const sites = [...new Set(rules.map(({ tenantId, stationSn }) => `${tenantId} ${stationSn}`))];
  const watched = rules.map(({ tenantId, variableSn }) => `${tenantId} ${variableSn}`);
  const { rows } = await sql<DeviceRow>`
      select d.tenant_id, d.station_sn, d.sn, d.name, d.offline_after, d.alarm_enabled is not false as alarms,
             extract(epoch from greatest(d.created_at, max(l.received_at), ${NOTED_AT})) * 1000 as at,
             json_agg(json_build_object('sn', v.sn,
               'at', extract(epoch from coalesce(l.received_at, v.created_at)) * 1000))
               filter (where v.formula is null and d.tenant_id || ' ' || v.sn = any(${watched}::text[])) as variables
        from device d
        left join device_variable v on v.tenant_id = d.tenant_id and v.device_sn = d.sn
        left join latest l on l.tenant_id = v.tenant_id and l.variable_id = v.id
       where d.enabled is not false and ${IS_HEARD} and d.tenant_id || ' ' || d.station_sn = any(${sites}::text[])
       group by d.tenant_id, d.id
       order by d.tenant_id, d.station_sn, d.id`.execute(trx);
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

/** Returns who was heard, and since when that could be, at one moment. */
function readHeard(
  db: Database,
  rules: readonly SilenceRule[],
): Promise<{ listening: IntakeHeartbeat; devices: DeviceRow[] }> {
  return db.system(async (trx) => {
    await sql`set transaction isolation level repeatable read`.execute(trx);
    return { listening: await readHeartbeat(trx), devices: await readDevices(trx, rules) };
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

const openChange = ({ rule, source, ts, device, site }: Silent): Change => ({
  to: 'open',
  rule,
  source,
  ts,
  value: null,
  about: { deviceSn: device?.sn ?? '', deviceName: device?.name ?? '', site },
});

/** When what was silent was heard again; an alarm that another one stands for now ends now. */
function heardAgain(site: QuietSite, source: string, now: number): number {
  const device = site.devices.find(({ sn }) => sn === source);
  const variable = site.devices.flatMap(({ variables }) => variables).find(({ sn }) => sn === source);
  const at = (variable ?? device)?.at ?? Math.max(0, ...site.devices.map((one) => one.at));
  return at > 0 && at <= now ? at : now;
}

export function createSilence({ db, hub }: { db: Database; hub: Hub }): {
  /** `at`: as if it were then, epoch milliseconds. */
  sweep(at?: number): Promise<void>;
} {
  /** Since when this process looks: it knows nobody who came back before that. */
  let started = Infinity;
  /** Since when points can come in: before that, silence may be our own. */
  let since = 0;
  const silentSites = new Set<string>();
  const silentDevices = new Set<string>();
  const backAt = new Map<string, number>();

  /** What was later than now was before somebody set the clock back. */
  const pastOf = (at: number, now: number): number => (at > now + SET_BACK_MS ? since : at);

  /** Notes who came back. */
  function note(key: string, silent: boolean, set: Set<string>, now: number): void {
    if (silent) set.add(key);
    else if (set.delete(key)) backAt.set(key, now);
  }

  function makeSite(key: string, rows: readonly DeviceRow[], now: number): QuietSite {
    const devices = rows.map(({ sn, name, offlineAfter, alarms, variables, ...row }): QuietDevice => {
      const at = pastOf(row.at, now);
      const limitMs = (offlineAfter ?? DEFAULT_OFFLINE_S) * 1000;
      note(`${key} ${sn}`, now - at > limitMs, silentDevices, now);
      return {
        sn,
        name,
        at,
        limitMs,
        alarms,
        variables: (variables ?? []).map((one) => ({ ...one, at: pastOf(one.at, now) })),
        backAt: pastOf(backAt.get(`${key} ${sn}`) ?? 0, now),
      };
    });
    const site = { stationSn: rows[0]?.stationSn ?? '', devices };
    note(key, isSiteSilent(site, now), silentSites, now);
    return site;
  }

  /**
   * Notes that the site came back, and answers when it did for a rule: by the devices' own limits, or from a silence that
   * was one for the rule and for one about the site.
   */
  function returnSite(
    site: QuietSite,
    rules: readonly SilenceRule[],
    { now, key }: { now: number; key: string },
  ): SilenceInput['backAt'] {
    const limitKey = ({ condition, delayMs }: SilenceLimit): string => `${condition.silentMs}+${delayMs}`;
    const limits = new Map(rules.map((rule) => [limitKey(rule), rule]));
    const ofSite = new Set(
      rules.flatMap((rule) => (rule.condition.scope === 'station' ? [limitKey(rule)] : [])),
    );
    const silent = new Set(
      [...limits].flatMap(([limit, rule]) => (isSiteSilent(site, now, rule) ? [limit] : [])),
    );
    const pairs = [...ofSite].flatMap((wide) => [...limits.keys()].map((limit) => ({ wide, limit })));
    const pairKey = (wide: string, limit: string): string => `${key} ${wide} ${limit} site`;
    for (const { wide, limit } of pairs)
      note(pairKey(wide, limit), silent.has(wide) && silent.has(limit), silentSites, now);
    return (rule) =>
      Math.max(
        ...[key, ...[...ofSite].map((wide) => pairKey(wide, limitKey(rule)))].map((one) =>
          pastOf(backAt.get(one) ?? 0, now),
        ),
      );
  }

  async function store(change: Change): Promise<void> {
    const changed = await db.system((trx) =>
      change.to === 'open' ? openAlarm(trx, change) : recoverAlarm(trx, change),
    );
    tellAlarms(hub, changed);
  }

  async function sweepSite(
    site: QuietSite,
    rules: readonly SilenceRule[],
    open: readonly Open[],
    { now, key }: { now: number; key: string },
  ): Promise<void> {
    const up = new Set(open.map(({ generaterId, source }) => silenceKey(generaterId, source)));
    const wanted = lookSite(site, rules, {
      now,
      since,
      up,
      backAt: returnSite(site, rules, { now, key }),
    });
    const keys = new Set(wanted.map(({ rule, source }) => silenceKey(rule.id, source)));
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    // The one alarm of a site first: whoever looks between sees it and the others, not none.
    for (const one of wanted) if (!up.has(silenceKey(one.rule.id, one.source))) await store(openChange(one));
    for (const { generaterId, source } of open) {
      const rule = byId.get(generaterId);
      if (!rule || keys.has(silenceKey(generaterId, source))) continue;
      await store({ to: 'recover', rule, source, ts: heardAgain(site, source, now), value: null });
    }
  }

  return {
    async sweep(at) {
      const rules = await readRules(db);
      const { listening, devices: heard } = await readHeard(db, rules);
      const now = at ?? listening.now;
      started = Math.min(started, listening.now, now);
      if (listening.since === null || rules.length === 0) return;
      since = Math.max(listening.since, started);
      const devices = Map.groupBy(heard, (one) => `${one.tenantId} ${one.stationSn}`);
      const ids = rules.map(({ id }) => id);
      const open = await db.system((trx) =>
        trx
          .selectFrom('alarm')
          .select(['tenantId', 'generaterId', 'source'])
          .where('recoverTime', 'is', null)
          .where('generaterId', 'in', ids)
          .execute(),
      );
      for (const [key, own] of Map.groupBy(rules, (rule) => `${rule.tenantId} ${rule.stationSn}`)) {
        const site = makeSite(key, devices.get(key) ?? [], now);
        const mine = new Set(own.map((rule) => `${rule.tenantId} ${rule.id}`));
        const ofSite = open.filter((one) => mine.has(`${one.tenantId} ${one.generaterId}`));
        await sweepSite(site, own, ofSite, { now, key });
      }
    },
  };
}
