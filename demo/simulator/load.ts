import { localTime } from './localTime.ts';
import { clamp, hash01, noise } from './noise.ts';
import type { SiteSpec } from './site.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DRIVE_SLOT = 20 * MINUTE;
const DRIVE_CHANCE = 0.22;
const DRIVE_RAMP = MINUTE;

/** Pairs of a local hour and a share of full production. The share is interpolated between them. */
const PROFILE: readonly (readonly [number, number])[] = [
  [0, 0.16],
  [5.5, 0.16],
  [8, 0.88],
  [11.5, 0.97],
  [12.4, 0.66],
  [13.4, 0.95],
  [17, 1],
  [19, 0.62],
  [22, 0.4],
  [24, 0.16],
];

function profileAt(hour: number): number {
  for (let i = 1; i < PROFILE.length; i++) {
    const [fromHour, from] = PROFILE[i - 1] ?? [0, 0];
    const [toHour, to] = PROFILE[i] ?? [24, 0];
    if (hour < toHour) return from + ((to - from) * (hour - fromHour)) / (toHour - fromHour);
  }
  return PROFILE[0]?.[1] ?? 0;
}

/**
 * Returns the power of a large drive, in kW. It runs in random slots. Starting and stopping take a minute.
 */
function driveAt(site: SiteSpec, ts: number, work: number): number {
  const slot = Math.floor(ts / DRIVE_SLOT);
  const runs = (index: number) => (hash01(site.seed + 20, index) < DRIVE_CHANCE * work ? 1 : 0);
  const ramp = clamp((ts - slot * DRIVE_SLOT) / DRIVE_RAMP, 0, 1);
  return site.load.drive * (runs(slot - 1) * (1 - ramp) + runs(slot) * ramp);
}

/** Returns the power that the site consumes, in kW. */
export function loadAt(site: SiteSpec, ts: number, outside: number): number {
  const { load, seed } = site;
  const { hour, weekday, day } = localTime(site.zone, ts);
  const weekend = weekday === 0 || weekday === 6;
  const dayFactor = (weekend ? load.weekend : 1) * (0.94 + 0.12 * hash01(seed + 21, day));
  const work = profileAt(hour) * dayFactor;
  const swing =
    1 +
    0.07 * noise(seed + 22, ts, 2 * HOUR) +
    0.05 * noise(seed + 23, ts, 7 * MINUTE) +
    0.02 * noise(seed + 24, ts, 20_000);
  const cooling = load.coolingPerDegree * Math.max(0, outside - 24) * (0.3 + 0.7 * work);
  return Math.max(0, (load.base + load.production * work) * swing + cooling + driveAt(site, ts, work));
}
