/**
 * Determines silent objects and the resulting alarms. An offline station raises one alarm instead of one for
 * each of its devices and variables. A channel with several devices does the same. Alarms of lower levels are
 * suppressed. Pure: no clock, no database.
 *
 * The neighbours show whether only the device or the whole station is silent. The device alone is silent if a
 * neighbour sends after the device was due. It is also alone if twice its limit has passed. The devices of a
 * failing station therefore raise no alarms. When the station returns, each device has its own limit to
 * report, counted from the return.
 *
 * The delay of a rule extends its limit. Outside its hours a rule raises no alarm and suppresses none. Active
 * alarms remain active.
 */

import type { NoDataCondition, Rule } from '../types.ts';
import { allowHours } from '../weeklyHours.ts';
import { type ChannelGroup, type ChannelName, channelSource, channelsOf } from './silenceChannels.ts';

export type SilenceRule = Rule<NoDataCondition>;

export interface LastMessage {
  sn: string;
  /** The time of its last message, or of its creation if it has no message. Server clock, epoch milliseconds. */
  at: number;
}

export interface QuietDevice extends LastMessage {
  name: string;
  /** The allowed silence, in milliseconds. */
  limitMs: number;
  /** Time of its last return after a silence. */
  backAt: number;
  /** True if the alarms of the device are enabled. */
  alarms: boolean;
  /** The variables that rules watch. */
  variables: readonly LastMessage[];
  /** The channel of its data, if the channel is known and enabled. */
  channel: ChannelName | null;
}

export interface QuietSite {
  stationSn: string;
  /** The enabled devices. */
  devices: readonly QuietDevice[];
}

export interface SilenceInput {
  now: number;
  /** Start of the time in which the platform has received points. Due times are counted from this time. */
  since: number;
  /**
   * Returns the time at which the whole station sent again, in epoch milliseconds. It was silent by the limit
   * of this rule and of a station rule.
   */
  backAt(rule: SilenceRule): number;
  /**
   * Returns the time at which a channel of the station sent again, in epoch milliseconds. It was silent by
   * the limit of this rule.
   */
  channelBackAt(rule: SilenceRule, sn: string): number;
  /** Sources of the active alarms, as `rule source`. */
  up: ReadonlySet<string>;
}

export interface Silent {
  rule: SilenceRule;
  source: string;
  /** Time at which the object was due, or the start of its rule's hours. */
  ts: number;
  device: QuietDevice | null;
  /** True if the whole station is silent. */
  site: boolean;
  /** The channel, if all its devices are silent. */
  channel: ChannelName | null;
}

export const silenceKey = (ruleId: number, source: string): string => `${ruleId} ${source}`;

/** The fields of a rule that define its limit. */
export type SilenceLimit = Pick<SilenceRule, 'delayMs'> & { condition: Pick<NoDataCondition, 'silentMs'> };

const limitOf = ({ condition, delayMs }: SilenceLimit, { limitMs }: Pick<QuietDevice, 'limitMs'>): number =>
  (condition.silentMs ?? limitMs) + delayMs;

const OWN_LIMIT: SilenceLimit = { condition: { silentMs: null }, delayMs: 0 };

/** Returns whether all devices of a station are silent: by the limit of a rule, else by their own limits. */
export function isSiteSilent(
  { devices }: { devices: readonly Pick<QuietDevice, 'at' | 'limitMs'>[] },
  now: number,
  rule: SilenceLimit = OWN_LIMIT,
): boolean {
  return devices.length > 0 && devices.every((device) => now - device.at > limitOf(rule, device));
}

const latestReceived = ({ devices }: Pick<QuietSite, 'devices'>): number =>
  Math.max(...devices.map(({ at }) => at));

/**
 * Returns the time at which an object was due, in epoch milliseconds, if it is overdue and is itself the
 * cause. Null if it is not the cause, or the cause is not known yet.
 */
function dueOf(
  { sn, at }: LastMessage,
  limit: number,
  /** The time of the last message of all neighbours. */
  latest: number,
  rule: SilenceRule,
  { now, since, backAt, up }: SilenceInput,
): number | null {
  if (now - at <= limit) return null;
  if (up.has(silenceKey(rule.id, sn))) return at + limit;
  const base = Math.max(at, since, backAt(rule));
  const due = base + limit;
  if (now <= due) return null;
  const alone = latest > due || now > due + limit;
  return alone ? at + limit : null;
}

const ofVariable = ({ rule }: Silent): boolean => rule.condition.scope === 'variable';

/** Sorts by scope, widest first, then by the age of the rule, oldest first. */
const widerFirst = (a: Silent, b: Silent): number =>
  Number(ofVariable(a)) - Number(ofVariable(b)) || a.rule.id - b.rule.id;

interface Found {
  /** Silences of the whole station, by station rules. */
  sites: Silent[];
  /** Silent channels, by station rules. */
  channels: Silent[];
  devices: Silent[];
  variables: Silent[];
  /** Silent objects of other rules in a silent station, by their own limits. */
  ofSite: Silent[];
  /** Silent objects of variable rules at a silent device, by their own limits. The key is the device's sn. */
  ofDevice: Map<string, Silent[]>;
}

const siteDue = (rule: SilenceRule, { devices }: QuietSite): number =>
  Math.max(...devices.map((device) => device.at + limitOf(rule, device)));

/** Returns the allowed alarms: active alarms, and alarms within the hours of their rule. */
function allowSilent(silent: Silent, { now, up }: SilenceInput): Silent[] {
  const { rule, source, ts } = silent;
  const counts = (isCounted: number): boolean => allowHours(rule.hours, rule.zone, isCounted);
  if (up.has(silenceKey(rule.id, source))) return [silent];
  if (!counts(now)) return [];
  return [counts(ts) ? silent : { ...silent, ts: now }];
}

const NARROW = { site: false, channel: null } as const;

interface Looking {
  site: QuietSite;
  input: SilenceInput;
  found: Found;
  channels: readonly ChannelGroup<QuietDevice>[];
  /** The time of the last message of the station, and of each channel by its sn. */
  latest: number;
  latestOf: ReadonlyMap<string, number>;
}

/**
 * Returns the neighbours of a device, and their times of return: the devices of its channel, or else of the station.
 */
function besideOf(
  { channel }: QuietDevice,
  { input, latest, latestOf }: Looking,
): { latest: number; input: SilenceInput } {
  const ofChannel = channel && latestOf.get(channel.sn);
  if (!channel || typeof ofChannel !== 'number') return { latest, input };
  const backAt = (rule: SilenceRule) => Math.max(input.backAt(rule), input.channelBackAt(rule, channel.sn));
  return { latest: ofChannel, input: { ...input, backAt } };
}

function lookDevice(rule: SilenceRule, device: QuietDevice, looking: Looking): Silent[] {
  const beside = besideOf(device, looking);
  const due = dueOf(device, limitOf(rule, device), beside.latest, rule, beside.input);
  if (due === null) return [];
  return allowSilent({ ...NARROW, rule, source: device.sn, ts: due, device }, looking.input);
}

function lookVariable(rule: SilenceRule, device: QuietDevice, looking: Looking): void {
  const { input, found } = looking;
  const variable = device.variables.find(({ sn }) => sn === rule.variableSn);
  if (!variable) return;
  const limit = limitOf(rule, device);
  const allowedAt = (ts: number): Silent[] =>
    allowSilent({ ...NARROW, rule, source: variable.sn, ts, device }, input);
  if (input.now - device.at > limit) {
    // A silent variable means a silent device. The neighbours of the device show whether the station is silent.
    const beside = besideOf(device, looking);
    const due = dueOf({ sn: variable.sn, at: device.at }, limit, beside.latest, rule, beside.input);
    if (due === null) return;
    const silent = found.ofDevice.get(device.sn) ?? [];
    found.ofDevice.set(device.sn, [...silent, ...allowedAt(due)]);
    return;
  }
  const back = { ...input, backAt: () => Math.max(input.backAt(rule), device.backAt) };
  const due = dueOf(variable, limit, device.at, rule, back);
  if (due !== null) found.variables.push(...allowedAt(due));
}

/**
 * Selects devices whose station or channel is silent now. Their alarms remain active until the station or channel has
 * an alarm.
 */
const devicesUp = (rule: SilenceRule, devices: readonly QuietDevice[], looking: Looking): Silent[] =>
  devices
    .filter(({ sn, alarms }) => alarms && looking.input.up.has(silenceKey(rule.id, sn)))
    .flatMap((device) => lookDevice(rule, device, looking));

/** A silent channel raises one alarm in place of the alarms of its devices. The devices raise none until the alarm of the channel is due. */
function lookChannel(
  rule: SilenceRule,
  { channel, devices }: ChannelGroup<QuietDevice>,
  looking: Looking,
): void {
  const { input, found, latest } = looking;
  const backAt = () => Math.max(input.backAt(rule), input.channelBackAt(rule, channel.sn));
  const received = { sn: channelSource(channel.sn), at: latestReceived({ devices }) };
  const limit = Math.max(...devices.map((device) => limitOf(rule, device)));
  const due = dueOf(received, limit, latest, rule, { ...input, backAt });
  const silent = { rule, source: received.sn, ts: due ?? 0, device: null, site: false, channel };
  const allowed = due === null ? [] : allowSilent(silent, input);
  if (allowed.length > 0) found.channels.push(...allowed);
  else found.devices.push(...devicesUp(rule, devices, looking));
}

function lookRule(rule: SilenceRule, looking: Looking): void {
  const { site, input, found } = looking;
  const { scope } = rule.condition;
  if (isSiteSilent(site, input.now, rule)) {
    const source =
      scope === 'station' ? rule.stationSn : scope === 'device' ? rule.deviceSn : rule.variableSn;
    const isUp = input.up.has(silenceKey(rule.id, source));
    const longest = Math.max(...site.devices.map((device) => limitOf(rule, device)));
    const isKnown = isUp || input.now > input.since + longest;
    const device = scope === 'station' ? null : (site.devices.find(({ sn }) => sn === rule.deviceSn) ?? null);
    const silent = { rule, source, ts: siteDue(rule, site), device, site: true, channel: null };
    const allowed = isKnown ? allowSilent(silent, input) : [];
    if (scope !== 'station') {
      if (device?.alarms) found.ofSite.push(...allowed);
    } else if (allowed.length > 0) found.sites.push(...allowed);
    else found.devices.push(...devicesUp(rule, site.devices, looking));
    return;
  }
  const channels = scope === 'station' ? looking.channels : [];
  const silent = channels.filter((group) => isSiteSilent(group, input.now, rule));
  for (const group of silent) lookChannel(rule, group, looking);
  const covered = new Set(silent.flatMap(({ devices }) => devices));
  for (const device of site.devices) {
    if (covered.has(device)) continue;
    if (!device.alarms || (scope !== 'station' && device.sn !== rule.deviceSn)) continue;
    if (scope === 'variable') lookVariable(rule, device, looking);
    else found.devices.push(...lookDevice(rule, device, looking));
  }
}

/** Chooses among devices that would raise the same alarm: the devices with an active alarm, or else one device. */
function speakersOf(silents: readonly Silent[], up: SilenceInput['up']): Silent[] {
  const active = silents.filter(({ rule, source }) => up.has(silenceKey(rule.id, source)));
  return active.length > 0 ? active : silents.toSorted(widerFirst).slice(0, 1);
}

/**
 * Returns the silence alarms that should be active at a station now. Only an active alarm suppresses alarms of lower
 * levels. A lower-level alarm is raised while the alarm of the station or device is not yet due.
 */
export function lookSite(site: QuietSite, rules: readonly SilenceRule[], input: SilenceInput): Silent[] {
  const findings: Found = {
    sites: [],
    channels: [],
    devices: [],
    variables: [],
    ofSite: [],
    ofDevice: new Map(),
  };
  const channels = channelsOf(site.devices);
  const latestOf = new Map(channels.map((group) => [group.channel.sn, latestReceived(group)]));
  const looking = { site, input, found: findings, channels, latest: latestReceived(site), latestOf };
  for (const rule of rules) lookRule(rule, looking);
  if (findings.sites.length > 0) return findings.sites;
  const isBelow = (silent: Silent, above: readonly Silent[]): boolean =>
    ofVariable(silent) && above.some(({ source }) => source === silent.device?.sn);
  const isFree = ({ device }: Silent): boolean =>
    !findings.channels.some(({ channel }) => channel?.sn === device?.channel?.sn);
  const free = findings.ofSite.filter((silent) => isFree(silent) && !isBelow(silent, findings.devices));
  const ofSite = speakersOf(free, input.up);
  const devices = [...findings.devices.filter(isFree), ...ofSite.filter((silent) => !ofVariable(silent))];
  const variables = [
    ...findings.variables,
    ...ofSite.filter(ofVariable),
    ...[...findings.ofDevice.values()].flatMap((silents) => speakersOf(silents, input.up)),
  ];
  const others = variables.filter((silent) => isFree(silent) && !isBelow(silent, devices));
  return [...findings.channels, ...devices, ...others];
}
