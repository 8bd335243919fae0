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
  /** The time of its last message or, without one, of its creation; by our own clock, epoch milliseconds. */
  at: number;
}

export interface QuietDevice extends Heard {
  name: string;
  /** The allowed silence, in milliseconds. */
  limitMs: number;
  /** When it came back after it had been silent. */
  backAt: number;
  /** Alarms of the device are switched on. */
  alarms: boolean;
  /** The variables that rules watch. */
  variables: readonly Heard[];
  /** The way in which its data comes, if that is known and switched on. */
  channel: ChannelName | null;
}

export interface QuietSite {
  stationSn: string;
  /** The devices that are switched on. */
  devices: readonly QuietDevice[];
}

export interface SilenceInput {
  now: number;
  /** No process listened before: due times are counted from then. */
  since: number;
  /** When the site came back, where it was silent as a whole by the limit of such a rule, and of one about the site. */
  backAt(rule: SilenceRule): number;
  /** When a channel of the site came back, where it was silent by the limit of such a rule. */
  channelBackAt(rule: SilenceRule, sn: string): number;
  /** Sources of the alarms that are up, as `rule source`. */
  up: ReadonlySet<string>;
}

export interface Silent {
  rule: SilenceRule;
  source: string;
  /** The time at which it was due, or at which the hours of its rule began. */
  ts: number;
  device: QuietDevice | null;
  /** The whole site is silent. */
  site: boolean;
  /** All devices of a channel are silent, which is this one. */
  channel: ChannelName | null;
}

export const silenceKey = (ruleId: number, source: string): string => `${ruleId} ${source}`;

/** The part of a rule that makes its limit. */
export type SilenceLimit = Pick<SilenceRule, 'delayMs'> & { condition: Pick<NoDataCondition, 'silentMs'> };

const limitOf = ({ condition, delayMs }: SilenceLimit, { limitMs }: Pick<QuietDevice, 'limitMs'>): number =>
  (condition.silentMs ?? limitMs) + delayMs;

const OWN_LIMIT: SilenceLimit = { condition: { silentMs: null }, delayMs: 0 };

/** All devices of a site are silent, each longer than it may be: by a rule, else by their own limits. */
export function isSiteSilent(
  { devices }: { devices: readonly Pick<QuietDevice, 'at' | 'limitMs'>[] },
  now: number,
  rule: SilenceLimit = OWN_LIMIT,
): boolean {
  return devices.length > 0 && devices.every((device) => now - device.at > limitOf(rule, device));
}

const heardLatest = ({ devices }: Pick<QuietSite, 'devices'>): number =>
  Math.max(...devices.map(({ at }) => at));

/** When something was due, if that is over and it is the fault of the thing itself; null: not, or not known yet. */
function dueOf(
  { sn, at }: Heard,
  limit: number,
  /** The time of the last message of anything beside it. */
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

/** The widest first, then the oldest rule. */
const widerFirst = (a: Silent, b: Silent): number =>
  Number(ofVariable(a)) - Number(ofVariable(b)) || a.rule.id - b.rule.id;

interface Found {
  /** The whole site is silent, by rules about it. */
  sites: Silent[];
  /** The silent channels, by rules about the whole site. */
  channels: Silent[];
  devices: Silent[];
  variables: Silent[];
  /** The silent ones of rules about parts of a site that is silent as a whole, by their own limits. */
  ofSite: Silent[];
  /** The silent ones of rules about variables of a silent device, by their own limits; by its number. */
  ofDevice: Map<string, Silent[]>;
}

const siteDue = (rule: SilenceRule, { devices }: QuietSite): number =>
  Math.max(...devices.map((device) => device.at + limitOf(rule, device)));

/** Returns what may be said now: what is up, and what its rule raises at this time; else nothing. */
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
  /** The last message of the site, and of each of its channels by number. */
  latest: number;
  latestOf: ReadonlyMap<string, number>;
}

/** The neighbours of a device are those of its channel, else all of the site: it has their time to come back. */
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
    // Its silence is that of the device, which is told from that of the site in the same way.
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

/** Keeps the alarms of devices whose site or channel is silent by now, until these have an alarm themselves. */
const devicesUp = (rule: SilenceRule, devices: readonly QuietDevice[], looking: Looking): Silent[] =>
  devices
    .filter(({ sn, alarms }) => alarms && looking.input.up.has(silenceKey(rule.id, sn)))
    .flatMap((device) => lookDevice(rule, device, looking));

/** A silent channel speaks for its devices, or keeps them quiet until it may: they fail together. */
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

/** Chooses among devices that would all say the same: those whose alarm is up already, else a single one. */
function speakersOf(silents: readonly Silent[], up: SilenceInput['up']): Silent[] {
  const said = silents.filter(({ rule, source }) => up.has(silenceKey(rule.id, source)));
  return said.length > 0 ? said : silents.toSorted(widerFirst).slice(0, 1);
}

/**
 * The alarms of silence that are to be up at a site now. What is held back is held back by an alarm that is up itself:
 * while the one of the site or of the device is not due yet, by a longer limit, a narrower one speaks.
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
