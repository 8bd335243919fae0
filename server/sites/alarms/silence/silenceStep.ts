/**
 * Checks one station for silence: which objects sent again, and which alarms start and end. Pure: no clock, no
 * database.
 */

import type { Change, Rule } from '../types.ts';
import {
  isSiteSilent,
  type LastMessage,
  lookSite,
  type QuietDevice,
  type QuietSite,
  type SilenceLimit,
  type SilenceRule,
  type Silent,
  silenceKey,
} from './silence.ts';
import { channelSource, channelsOf } from './silenceChannels.ts';

/** The state of a station between two checks. Times are epoch milliseconds. */
export interface SiteMemory {
  /** The silent objects at the last check: devices, and the station for each limit. */
  silent: ReadonlySet<string>;
  /** Times at which silent objects sent again. */
  backAt: ReadonlyMap<string, number>;
}

export interface SiteLook {
  now: number;
  /** Time from which points can arrive. Earlier silence may be caused by this server. */
  since: number;
  stationSn: string;
  devices: readonly Omit<QuietDevice, 'backAt'>[];
  rules: readonly SilenceRule[];
  /** The active alarms of these rules. */
  open: readonly { ruleId: Rule['id']; source: string }[];
}

export interface SiteStep {
  memory: SiteMemory;
  /** The alarm of the whole station is first, so that concurrent readers always see an alarm. */
  changes: Change[];
}

/** A larger difference means that the clock was set back. */
const SET_BACK_MS = 1_000;
const SITE = 'site';

export const startMemory = (): SiteMemory => ({ silent: new Set(), backAt: new Map() });

const deviceKey = (sn: string): string => `device ${sn}`;
const limitKey = ({ condition, delayMs }: SilenceLimit): string => `${condition.silentMs}+${delayMs}`;
const channelKey = (sn: string, limit: string): string => `${channelSource(sn)} ${limit}`;
const pairKey = (wide: string, limit: string): string => `${SITE} ${wide} ${limit}`;

/**
 * Returns the time of the last message in epoch milliseconds. A future time dates from before the clock was
 * set back, and `since` replaces it.
 */
const pastOf = (moment: number, { now, since }: SiteLook): number =>
  moment > now + SET_BACK_MS ? since : moment;

const siteLimits = (rules: readonly SilenceRule[]): string[] => [
  ...new Set(rules.flatMap((rule) => (rule.condition.scope === 'station' ? [limitKey(rule)] : []))),
];

/**
 * Determines whether each source of the station is silent. Devices and the station are checked by the devices' own
 * limits. Channels are checked by the limit of each rule. The station is also checked by each combination of a rule's
 * limit and a station rule's limit.
 */
function readSilent(site: Pick<QuietSite, 'devices'>, { now, rules }: SiteLook): Map<string, boolean> {
  const limits = new Map(rules.map((rule) => [limitKey(rule), rule]));
  const silent = new Map([...limits].map(([key, rule]) => [key, isSiteSilent(site, now, rule)]));
  const pairs = siteLimits(rules).flatMap((wide) => [...limits.keys()].map((limit) => ({ wide, limit })));
  return new Map([
    ...site.devices.map(({ sn, at, limitMs }) => [deviceKey(sn), now - at > limitMs] as const),
    [SITE, isSiteSilent(site, now)],
    ...channelsOf(site.devices).flatMap((group) =>
      [...limits].map(
        ([key, rule]) => [channelKey(group.channel.sn, key), isSiteSilent(group, now, rule)] as const,
      ),
    ),
    ...pairs.map(
      ({ wide, limit }) =>
        [pairKey(wide, limit), silent.get(wide) === true && silent.get(limit) === true] as const,
    ),
  ]);
}

function noteReturns(memory: SiteMemory, quiet: ReadonlyMap<string, boolean>, now: number): SiteMemory {
  const silent = new Set(memory.silent);
  const backAt = new Map(memory.backAt);
  for (const [key, isSilent] of quiet) {
    if (isSilent) silent.add(key);
    else if (silent.delete(key)) backAt.set(key, now);
  }
  return { silent, backAt };
}

const openChange = ({ rule, source, ts, device, site, channel }: Silent): Change => ({
  to: 'open',
  rule,
  source,
  ts,
  value: null,
  about: { deviceSn: device?.sn ?? '', deviceName: device?.name ?? '', site, channelName: channel?.name },
});

/**
 * Returns the time at which a silent source sent again, in epoch milliseconds. If another alarm replaces the
 * alarm of the source, the alarm ends now.
 */
function recoveredAt({ devices }: QuietSite, source: string, now: number): number {
  const device = devices.find(({ sn }) => sn === source);
  const channel = channelsOf(devices).find(({ channel: { sn } }) => channelSource(sn) === source);
  const variable = devices.flatMap(({ variables }) => variables).find(({ sn }) => sn === source);
  const lastAt =
    (variable ?? device)?.at ?? Math.max(0, ...(channel?.devices ?? devices).map((device) => device.at));
  return lastAt > 0 && lastAt <= now ? lastAt : now;
}

/** Checks a station once. */
export function stepSilence(before: SiteMemory, look: SiteLook): SiteStep {
  const { now, since, rules, open, stationSn } = look;
  const past = (shiftPast: LastMessage): LastMessage => ({ ...shiftPast, at: pastOf(shiftPast.at, look) });
  const devices = look.devices.map((device) => ({
    ...device,
    at: pastOf(device.at, look),
    variables: device.variables.map(past),
    backAt: 0,
  }));
  const memory = noteReturns(before, readSilent({ devices }, look), now);
  const backAt = (key: string): number => pastOf(memory.backAt.get(key) ?? 0, look);
  const site = {
    stationSn,
    devices: devices.map((device) => ({ ...device, backAt: backAt(deviceKey(device.sn)) })),
  };
  const wides = siteLimits(rules);
  const up = new Set(open.map(({ ruleId, source }) => silenceKey(ruleId, source)));
  const silents = lookSite(site, rules, {
    ...{ now, since, up },
    channelBackAt: (rule, sn) => backAt(channelKey(sn, limitKey(rule))),
    backAt: (rule) => Math.max(...[SITE, ...wides.map((wide) => pairKey(wide, limitKey(rule)))].map(backAt)),
  });
  const keys = new Set(silents.map(({ rule, source }) => silenceKey(rule.id, source)));
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const opened = silents.filter(({ rule, source }) => !up.has(silenceKey(rule.id, source))).map(openChange);
  const ended = open.flatMap(({ ruleId, source }): Change[] => {
    const rule = byId.get(ruleId);
    if (!rule || keys.has(silenceKey(ruleId, source))) return [];
    return [{ to: 'recover', rule, source, ts: recoveredAt(site, source, now), value: null }];
  });
  return { memory, changes: [...opened, ...ended] };
}
