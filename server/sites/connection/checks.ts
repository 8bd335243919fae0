/** The interlocks that must be fulfilled before a converter leaves the grid or returns to it. Pure. */
import type { components } from '../../../generated/api.ts';

export type GridCheck = components['schemas']['GridCheck'];
export type GridTarget = components['schemas']['GridTarget'];

interface Measured {
  value: number;
  low: number | null;
  high: number | null;
}

/** Null values are unknown. */
export interface ConnectionFacts {
  isOnline: boolean;
  mode: GridTarget | null;
  openAlarms: number;
  /** A strategy sends set points to the converter now. */
  isSteered: boolean;
  soc: number | null;
  /** The power that the site takes, without its battery, kW. */
  need: number | null;
  charge: number | null;
  discharge: number | null;
  /** Deviation of the grid voltage that is farthest from its nominal value, %. */
  voltage: Measured | null;
  /** Deviation of the grid from its nominal frequency, Hz. */
  frequency: Measured | null;
}

/** Least state of charge at which a battery may begin to supply a site alone, %. */
export const SOC_LEAST = 30;

type Limits = Pick<GridCheck, 'unit' | 'low' | 'high'>;

const within = ({ low, high }: Limits, value: number): boolean =>
  value >= (low ?? -Infinity) && value <= (high ?? Infinity);

/** Checks a measured quantity. The verdict is unknown if it is not measured or has no limit. */
function measuredCheck(name: GridCheck['name'], value: number | null, limits: Limits | null): GridCheck {
  if (value === null || !limits || (limits.low === null && limits.high === null))
    return { name, verdict: 'unknown', value, ...(limits ?? { unit: '', low: null, high: null }) };
  return { name, verdict: within(limits, value) ? 'ok' : 'failed', value, ...limits };
}

const plainCheck = (
  name: GridCheck['name'],
  holds: boolean | null,
  value: number | null = null,
): GridCheck => ({
  ...{ name, value, unit: '', low: null, high: null },
  verdict: holds === null ? 'unknown' : holds ? 'ok' : 'failed',
});

function leavingChecks({ soc, need, charge, discharge }: ConnectionFacts): GridCheck[] {
  const carried =
    charge === null || discharge === null ? null : { unit: 'kW', low: -charge, high: discharge };
  return [
    measuredCheck('soc', soc, { unit: '%', low: SOC_LEAST, high: null }),
    measuredCheck('load', need, carried),
  ];
}

function returningChecks({ voltage, frequency }: ConnectionFacts): GridCheck[] {
  const of = (name: 'voltage' | 'frequency', unit: string, measured: Measured | null): GridCheck =>
    measuredCheck(
      name,
      measured?.value ?? null,
      measured && { unit, low: measured.low, high: measured.high },
    );
  return [of('voltage', '%', voltage), of('frequency', 'Hz', frequency)];
}

/** Returns all interlocks of a direction, in the order in which a user works through them. */
export function checkConnection(target: GridTarget, facts: ConnectionFacts): GridCheck[] {
  const { isOnline, mode, openAlarms, isSteered } = facts;
  return [
    plainCheck('online', isOnline),
    plainCheck('mode', mode === null ? null : mode !== target),
    { ...plainCheck('alarms', openAlarms === 0, openAlarms), high: 0 },
    plainCheck('strategy', !isSteered),
    ...(target === 'offGrid' ? leavingChecks(facts) : returningChecks(facts)),
  ];
}

export const failing = (checks: readonly GridCheck[]): GridCheck[] =>
  checks.filter(({ verdict }) => verdict !== 'ok');
