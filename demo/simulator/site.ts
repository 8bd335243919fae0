/** Everything that makes one simulated site different from another. Powers in kW, energies in kWh. */
export interface SiteSpec {
  /** Station number; devices are `<sn>-<device>`, variables `<sn>-<device>-<code>`. */
  sn: string;
  seed: number;
  latitude: number;
  longitude: number;
  /** IANA time zone: load profile and tariff follow local time. */
  zone: string;
  climate: ClimateSpec;
  arrays: ArraySpec[];
  battery: BatterySpec;
  load: LoadSpec;
  grid: GridSpec;
  tariff: TariffBand[];
}

interface ClimateSpec {
  /** Yearly mean, half the difference of warmest and coldest month, half the day-night difference, °C. */
  mean: number;
  yearly: number;
  daily: number;
  /** Mean share of the sky that is covered, 0–1. */
  cloudiness: number;
  /** Mean wind, m/s. */
  wind: number;
}

export interface ArraySpec {
  device: string;
  /** Module power under standard conditions, kWp. */
  peak: number;
  /** Rated AC power of the inverter. */
  rated: number;
  tilt: number;
  /** Degrees clockwise from north. */
  azimuth: number;
  /** The share of the light that dirt takes once the array is dirty. */
  soiling?: number;
}

export interface BatterySpec {
  capacity: number;
  /** Rated AC power of the converter. */
  power: number;
  /** Cells in series. */
  cells: number;
  /** Window of the state of charge that the control uses, 0–1. */
  minSoc: number;
  maxSoc: number;
  /** Standing consumption of control and ventilation. */
  auxiliary: number;
  /** Electrical power of the cooling unit. */
  cooling: number;
}

interface LoadSpec {
  /** Never switched off. */
  base: number;
  /** Added by production at full work. */
  production: number;
  /** Share of production that runs at the weekend. */
  weekend: number;
  /** Added per degree above 24 °C. */
  coolingPerDegree: number;
  /** A big drive that starts at random during work. */
  drive: number;
}

export interface GridSpec {
  /** Line-to-line voltage at the meter, V. */
  voltage: number;
  /** Highest feed-in power by the contract. */
  exportLimit: number;
  /** Contracted demand. */
  demandLimit: number;
  /** Rating of the transformer, kVA. */
  transformer: number;
}

export type TariffPeriod = 'valley' | 'flat' | 'peak' | 'sharp';

/** A time-of-use period: local hours [from, to). */
export interface TariffBand {
  from: number;
  to: number;
  period: TariffPeriod;
  /** Price of a kWh. */
  price: number;
}

/** The state that the site carries from one instant to the next. Plain data: it is stored between runs. */
export interface SiteState {
  ts: number;
  soc: number;
  /** AC power of the battery, discharge positive. */
  batteryPower: number;
  cellTemperature: number;
  /** Module temperature of each array. */
  moduleTemperature: number[];
  /** Quarter-hour mean of the grid import. */
  demand: number;
  /** Local day to which the daily counters belong. */
  day: number;
  energy: SiteEnergy;
  /** From then on arrays that get dirty are so. */
  soiledFrom?: number;
  /** The converter carries the site alone. */
  islanded?: boolean;
}

/** Cumulative counters, kWh. */
export interface SiteEnergy {
  pv: number[];
  pvToday: number[];
  charge: number;
  discharge: number;
  gridImport: number;
  gridExport: number;
  load: number;
  losses: number;
}

/** Value of every variable of the site by `<device>-<code>`. */
export type Readings = Record<string, number>;
