/**
 * Finds what is silent, and the alarms that follow. A site that is offline raises one alarm instead of one for each of its
 * devices and variables, and so does a channel by which several of its devices send: what lies below a silent thing is
 * held back. Pure: no clock, no database.
 *
 * A silent device is told apart from a silent site by its neighbours: once one of them sends after the device was due,
 * or the device has missed twice its time, the device is on its own. So the devices of a failing site raise nothing on
 * the way down. On the way up each has its own limit to report, counted from the return of the site.
 *
 * The delay of a rule makes its limit longer. Outside its hours it raises nothing and so holds nothing back; what is up
 * stays up.
 */

import type { NoDataCondition, Rule } from '../types.ts';
import { allowHours } from '../weeklyHours.ts';
import { type ChannelGroup, type ChannelName, channelSource, channelsOf } from './silenceChannels.ts';

export type SilenceRule = Rule<NoDataCondition>;

export interface Heard {
  sn: string;
  /** The time of its last message or, without one, of its creation, by the server's clock in epoch milliseconds. */
  at: number;
}

export interface QuietDevice extends Heard {
  name: string;
  /** The allowed silence, in milliseconds. */
  limitMs: number;
  /** Time when it came back after a silence. */
  backAt: number;
  /** True if the alarms of the device are enabled. */
  alarms: boolean;
  /** The variables that rules watch. */
  variables: readonly Heard[];
  /** The channel through which its data arrives, if that is known and enabled. */
  channel: ChannelName | null;
}

export interface QuietSite {
  stationSn: string;
  /** The enabled devices. */
  devices: readonly QuietDevice[];
}

export interface SilenceInput {
  now: number;
  /** No process received points before. Due times are counted from then. */
  since: number;
  /**
   * Returns when the whole station came back. It was silent by the limit of this rule and by that of a rule about the
   * station.
   */
  backAt(rule: SilenceRule): number;
  /** Returns when a channel of the station came back, if it was silent by the limit of this rule. */
  channelBackAt(rule: SilenceRule, sn: string): number;
  /** Sources of the active alarms, as `rule source`. */
  up: ReadonlySet<string>;
}

export interface Silent {
  rule: SilenceRule;
  source: string;
  /** The time at which it was due, or at which the hours of its rule began. */
  ts: number;
  device: QuietDevice | null;
  /** True if the whole station is silent. */
  site: boolean;
  /** The channel whose devices are all silent. */
  channel: ChannelName | null;
}

export const silenceKey = (ruleId: number, source: string): string => `${ruleId} ${source}`;

/** The fields of a rule that define its limit. */
export type SilenceLimit = Pick<SilenceRule, 'delayMs'> & { condition: Pick<NoDataCondition, 'silentMs'> };

const limitOf = ({ condition, delayMs }: SilenceLimit, { limitMs }: Pick<QuietDevice, 'limitMs'>): number =>
  (condition.silentMs ?? limitMs) + delayMs;

const OWN_LIMIT: SilenceLimit = { condition: { silentMs: null }, delayMs: 0 };

/** Returns whether all devices of a station are silent for longer than allowed: by a rule, else by their own limits. */
export function isSiteSilent(
  { devices }: { devices: readonly Pick<QuietDevice, 'at' | 'limitMs'>[] },
  now: number,
  rule: SilenceLimit = OWN_LIMIT,
): boolean {
  return devices.length > 0 && devices.every((device) => now - device.at > limitOf(rule, device));
}

const heardLatest = ({ devices }: Pick<QuietSite, 'devices'>): number =>
  Math.max(...devices.map(({ at }) => at));

/**
 * Returns when something was due, if that time is over and the object itself is the cause. Null if not, or not known
 * yet.
 */
function dueOf(
  { sn, at }: Heard,
  limit: number,
  /** The time of the last message of any neighbour. */
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

/** Sorts the widest scope first, then the oldest rule. */
const widerFirst = (a: Silent, b: Silent): number =>
  Number(ofVariable(a)) - Number(ofVariable(b)) || a.rule.id - b.rule.id;

interface Found {
  /** Silences of the whole station, by rules about it. */
  sites: Silent[];
  /** The silent channels by rules about the whole station. */
  channels: Silent[];
  devices: Silent[];
  variables: Silent[];
  /** The silent objects of rules about parts of a silent station, by their own limits. */
  ofSite: Silent[];
  /** The silent objects of rules about variables of a silent device, by their own limits. By the device's number. */
  ofDevice: Map<string, Silent[]>;
}

const siteDue = (rule: SilenceRule, { devices }: QuietSite): number =>
  Math.max(...devices.map((device) => device.at + limitOf(rule, device)));

/** Returns the alarms that are allowed now: active ones, and those that their rule raises at this time. */
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
  /** The last message of the station, and of each of its channels by number. */
  latest: number;
  latestOf: ReadonlyMap<string, number>;
}

/**
 * Returns the neighbours of a device: those of its channel, else all of the station. It has their time to come back.
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
  const said = (ts: number): Silent[] =>
    allowSilent({ ...NARROW, rule, source: variable.sn, ts, device }, input);
  if (input.now - device.at > limit) {
    // Its silence is that of the device, which is distinguished from that of the station in the same way.
    const beside = besideOf(device, looking);
    const due = dueOf({ sn: variable.sn, at: device.at }, limit, beside.latest, rule, beside.input);
    if (due === null) return;
    const silent = found.ofDevice.get(device.sn) ?? [];
    found.ofDevice.set(device.sn, [...silent, ...said(due)]);
    return;
  }
  const back = { ...input, backAt: () => Math.max(input.backAt(rule), device.backAt) };
  const due = dueOf(variable, limit, device.at, rule, back);
  if (due !== null) found.variables.push(...said(due));
}

/** Keeps the alarms of devices whose station or channel is silent now, until these have an alarm themselves. */
const devicesUp = (rule: SilenceRule, devices: readonly QuietDevice[], looking: Looking): Silent[] =>
  devices
    .filter(({ sn, alarms }) => alarms && looking.input.up.has(silenceKey(rule.id, sn)))
    .flatMap((device) => lookDevice(rule, device, looking));

/** A silent channel raises one alarm for its devices, or delays theirs until it may, because they fail together. */
function lookChannel(
  rule: SilenceRule,
  { channel, devices }: ChannelGroup<QuietDevice>,
  looking: Looking,
): void {
  const { input, found, latest } = looking;
  const backAt = () => Math.max(input.backAt(rule), input.channelBackAt(rule, channel.sn));
  const heard = { sn: channelSource(channel.sn), at: heardLatest({ devices }) };
  const limit = Math.max(...devices.map((device) => limitOf(rule, device)));
  const due = dueOf(heard, limit, latest, rule, { ...input, backAt });
  const silent = { rule, source: heard.sn, ts: due ?? 0, device: null, site: false, channel };
  const said = due === null ? [] : allowSilent(silent, input);
  if (said.length > 0) found.channels.push(...said);
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
    const said = isKnown ? allowSilent(silent, input) : [];
    if (scope !== 'station') {
      if (device?.alarms) found.ofSite.push(...said);
    } else if (said.length > 0) found.sites.push(...said);
    else found.devices.push(...devicesUp(rule, site.devices, looking));
    return;
  }
  const channels = scope === 'station' ? looking.channels : [];
  const silent = channels.filter((group) => isSiteSilent(group, input.now, rule));
  for (const group of silent) lookChannel(rule, group, looking);
  const told = new Set(silent.flatMap(({ devices }) => devices));
  for (const device of site.devices) {
    if (told.has(device)) continue;
    if (!device.alarms || (scope !== 'station' && device.sn !== rule.deviceSn)) continue;
    if (scope === 'variable') lookVariable(rule, device, looking);
    else found.devices.push(...lookDevice(rule, device, looking));
  }
}

/**
 * Chooses among devices that would all raise the same alarm: those whose alarm is already active, else a single one.
 */
function speakersOf(silents: readonly Silent[], up: SilenceInput['up']): Silent[] {
  const said = silents.filter(({ rule, source }) => up.has(silenceKey(rule.id, source)));
  return said.length > 0 ? said : silents.toSorted(widerFirst).slice(0, 1);
}

/**
 * Returns the silence alarms that should be active at a station now. Only an active alarm suppresses narrower ones.
 * While that of the station or of the device is not due yet because of a longer limit, a narrower one is raised.
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
  const latestOf = new Map(channels.map((group) => [group.channel.sn, heardLatest(group)]));
  const looking = { site, input, found: findings, channels, latest: heardLatest(site), latestOf };
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
