/** The interlocks for switching a converter off the grid or back. Pure. */
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
  /** True if a strategy is sending set points to the converter. */
  isSteered: boolean;
  soc: number | null;
  /** The power in kW that the station consumes without its battery. */
  need: number | null;
  charge: number | null;
  discharge: number | null;
  /** The grid voltage with the largest deviation from nominal, in %. */
  voltage: Measured | null;
  /** The deviation of the grid frequency from nominal, in Hz. */
  frequency: Measured | null;
}

/** Minimum state of charge at which a battery may start to supply a station alone, in %. */
export const SOC_LEAST = 30;

type Limits = Pick<GridCheck, 'unit' | 'low' | 'high'>;

const within = ({ low, high }: Limits, value: number): boolean =>
  value >= (low ?? -Infinity) && value <= (high ?? Infinity);

/** Checks a measured quantity. The result is unknown without a measurement or a limit. */
function measuredCheck(name: GridCheck['name'], value: number | null, limits: Limits | null): GridCheck {
  if (value === null || !limits || (limits.low === null && limits.high === null))
    return { name, verdict: 'unknown', value, ...(limits ?? { unit: '', low: null, high: null }) };
  return { name, verdict: within(limits, value) ? 'ok' : 'failed', value, ...limits };
}

const plainCheck = (
  name: GridCheck['name'],
  isMet: boolean | null,
  value: number | null = null,
): GridCheck => ({
  ...{ name, value, unit: '', low: null, high: null },
  verdict: isMet === null ? 'unknown' : isMet ? 'ok' : 'failed',
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

/** Returns all interlocks of a direction, in the order in which a user checks them. */
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
