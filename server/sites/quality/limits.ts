/**
 * The limits of power quality of a station, each with its source: from the tenant, or else from the standard. Without a
 * standard limit for the voltage class, a limit applies only after the tenant has entered one. Pure.
 */
import type { Text } from '../../../generated/definition.ts';

export type Standard = 'GB' | 'EN';

export interface Limit {
  low: number | null;
  high: number | null;
  source: Text;
}

/** Limits entered by a tenant. The standard applies to empty fields. */
export interface OwnLimits {
  standard?: string | null;
  nominalVoltage?: number | null;
  voltageLow?: number | null;
  voltageHigh?: number | null;
  frequencyDeviation?: number | null;
  voltageUnbalance?: number | null;
  currentUnbalance?: number | null;
  thdU?: number | null;
  oddHarmonic?: number | null;
  evenHarmonic?: number | null;
  flicker?: number | null;
}

export interface Place {
  voltageClass: string | null;
  zone: string;
}

export type LimitName =
  | 'voltage'
  | 'frequency'
  | 'voltageUnbalance'
  | 'currentUnbalance'
  | 'thdU'
  | 'oddHarmonic'
  | 'evenHarmonic'
  | 'flicker';

const CHINA = ['Asia/Shanghai', 'Asia/Urumqi', 'Asia/Chongqing', 'Asia/Harbin', 'Asia/Kashgar'];
const VOLTS: Readonly<Record<string, number>> = { V: 1, kV: 1_000 };
const MEDIUM_VOLTAGE = 20_000;
const NOMINAL_FREQUENCY = 50;

const OWN: Text = { zh: '本站设定', en: 'Set for this station' };
const OURS: Text = {
  zh: '平台建议值，标准未规定（由三相电流幅值计算）',
  en: 'Recommended by the platform, not in a standard (from the magnitudes of the three phase currents)',
};
const cite = (zh: string, en: string): Text => ({ zh, en });

/** The names of GB, IEC and EN clauses are the same in both languages. */
const SOURCES = {
  gbVoltage: cite(
    'GB/T 12325-2008：20 kV 及以下三相 ±7 %',
    'GB/T 12325-2008: ±7 % up to 20 kV, three phases',
  ),
  gbPhase: cite('GB/T 12325-2008：220 V 单相 +7 %、−10 %', 'GB/T 12325-2008: +7 %, −10 % at 220 V'),
  gbHigh: cite(
    'GB/T 12325-2008：35 kV 及以上正负偏差绝对值之和不超过 10 %，请为本站设定上下限',
    'GB/T 12325-2008: from 35 kV the sum of both deviations is at most 10 %; enter limits for this station',
  ),
  gbFrequency: cite('GB/T 15945-2008：±0.2 Hz', 'GB/T 15945-2008: ±0.2 Hz'),
  gbUnbalance: cite('GB/T 15543-2008 第 4 章：2 %', 'GB/T 15543-2008, clause 4: 2 %'),
  gbHarmonics: cite('GB/T 14549-1993 表 1', 'GB/T 14549-1993, table 1'),
  gbHarmonicsAbove: cite(
    'GB/T 14549-1993 第 1 章：220 kV 可参照 110 kV（表 1）',
    'GB/T 14549-1993, clause 1: 220 kV may follow 110 kV (table 1)',
  ),
  gbNoHarmonics: cite(
    'GB/T 14549-1993 未规定该电压等级，请为本站设定',
    'GB/T 14549-1993 has no limit for this voltage; enter a limit for this station',
  ),
  gbFlicker: cite('GB/T 12326-2008：Plt 1.0（110 kV 及以下）', 'GB/T 12326-2008: Plt 1.0 up to 110 kV'),
  enVoltage: cite('EN 50160：95 % 时间 ±10 %', 'EN 50160: ±10 % for 95 % of the time'),
  enFrequency: cite('EN 50160：±1 %', 'EN 50160: ±1 %'),
  enUnbalance: cite('EN 50160：95 % 时间 2 %', 'EN 50160: 2 % for 95 % of the time'),
  enThd: cite('EN 50160：8 %', 'EN 50160: 8 %'),
  enOrders: cite(
    'EN 50160 按次数规定，请为本站设定统一限值',
    'EN 50160 has a limit for each harmonic order. Enter one limit for this station.',
  ),
  enFlicker: cite('EN 50160：Plt 1.0', 'EN 50160: Plt 1.0'),
} as const satisfies Record<string, Text>;

interface HarmonicLimits {
  /** The nominal voltages to which the limits apply, in volts. */
  from: number;
  upTo: number;
  /** In percent of the fundamental. */
  thdU: number;
  odd: number;
  even: number;
  source: Text;
}

const GB_HIGH = { thdU: 2, odd: 1.6, even: 0.8 };

/** GB/T 14549-1993, table 1: for 0.38, 6 and 10, 35 and 66, and 110 kV. The table has no limits for other voltages. */
const GB_HARMONICS: readonly HarmonicLimits[] = [
  { from: 0, upTo: 400, thdU: 5, odd: 4, even: 2, source: SOURCES.gbHarmonics },
  { from: 6_000, upTo: 11_000, thdU: 4, odd: 3.2, even: 1.6, source: SOURCES.gbHarmonics },
  { from: 35_000, upTo: 66_000, thdU: 3, odd: 2.4, even: 1.2, source: SOURCES.gbHarmonics },
  { from: 110_000, upTo: 110_000, ...GB_HIGH, source: SOURCES.gbHarmonics },
  { from: 220_000, upTo: 220_000, ...GB_HIGH, source: SOURCES.gbHarmonicsAbove },
];

/** Converts a voltage class such as `10 kV` to volts. Null if the station has none. */
export function voltsOf(voltageClass: string | null): number | null {
  const [, figure, unit = ''] = /^([\d.]+)\s*(k?V)$/.exec(voltageClass ?? '') ?? [];
  return figure === undefined ? null : Number(figure) * VOLTS[unit]!;
}

export const standardOf = ({ standard }: OwnLimits, { zone }: Place): Standard => {
  if (standard === 'GB' || standard === 'EN') return standard;
  return CHINA.includes(zone) ? 'GB' : 'EN';
};

const within = (limit: number, source: Text): Limit => ({ low: -limit, high: limit, source });
const upTo = (high: number, source: Text): Limit => ({ low: null, high, source });
const none = (source: Text): Limit => ({ low: null, high: null, source });

function voltageGb(volts: number | null): Limit {
  if (volts === null || volts > MEDIUM_VOLTAGE) return none(SOURCES.gbHigh);
  return volts < 230 ? { low: -10, high: 7, source: SOURCES.gbPhase } : within(7, SOURCES.gbVoltage);
}

function defaultsGb(volts: number | null): Record<LimitName, Limit> {
  const row = GB_HARMONICS.find(({ from, upTo: top }) => volts !== null && volts >= from && volts <= top);
  const harmonic = (name: 'thdU' | 'odd' | 'even') =>
    row ? upTo(row[name], row.source) : none(SOURCES.gbNoHarmonics);
  return {
    voltage: voltageGb(volts),
    frequency: within(0.2, SOURCES.gbFrequency),
    voltageUnbalance: upTo(2, SOURCES.gbUnbalance),
    currentUnbalance: upTo(15, OURS),
    thdU: harmonic('thdU'),
    oddHarmonic: harmonic('odd'),
    evenHarmonic: harmonic('even'),
    flicker: upTo(1, SOURCES.gbFlicker),
  };
}

const DEFAULTS_EN: Record<LimitName, Limit> = {
  voltage: within(10, SOURCES.enVoltage),
  frequency: within(NOMINAL_FREQUENCY / 100, SOURCES.enFrequency),
  voltageUnbalance: upTo(2, SOURCES.enUnbalance),
  currentUnbalance: upTo(15, OURS),
  thdU: upTo(8, SOURCES.enThd),
  oddHarmonic: none(SOURCES.enOrders),
  evenHarmonic: none(SOURCES.enOrders),
  flicker: upTo(1, SOURCES.enFlicker),
};

export interface StationLimits {
  standard: Standard;
  /** Voltage between lines in volts. Null if it was not entered. */
  nominalVoltage: number | null;
  limits: Record<LimitName, Limit>;
}

const defined = (value: number | null | undefined): value is number => value !== null && value !== undefined;

/** Returns the effective limits. The tenant's limits override the standard. */
export function limitsOf(own: OwnLimits, place: Place): StationLimits {
  const standard = standardOf(own, place);
  const nominalVoltage = own.nominalVoltage ?? voltsOf(place.voltageClass);
  const usual = standard === 'GB' ? defaultsGb(nominalVoltage) : DEFAULTS_EN;
  const ownHigh = (value: number | null | undefined, otherwise: Limit) =>
    defined(value) ? upTo(value, OWN) : otherwise;
  const { voltageLow, voltageHigh, frequencyDeviation } = own;
  const isOwnVoltage = defined(voltageLow) || defined(voltageHigh);
  return {
    standard,
    nominalVoltage,
    limits: {
      voltage: isOwnVoltage
        ? {
            low: defined(voltageLow) ? -voltageLow : usual.voltage.low,
            high: voltageHigh ?? usual.voltage.high,
            source: OWN,
          }
        : usual.voltage,
      frequency: defined(frequencyDeviation) ? within(frequencyDeviation, OWN) : usual.frequency,
      voltageUnbalance: ownHigh(own.voltageUnbalance, usual.voltageUnbalance),
      currentUnbalance: ownHigh(own.currentUnbalance, usual.currentUnbalance),
      thdU: ownHigh(own.thdU, usual.thdU),
      oddHarmonic: ownHigh(own.oddHarmonic, usual.oddHarmonic),
      evenHarmonic: ownHigh(own.evenHarmonic, usual.evenHarmonic),
      flicker: ownHigh(own.flicker, usual.flicker),
    },
  };
}
