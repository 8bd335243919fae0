/** The properties in which simulated sites differ. Powers in kW, energies in kWh. */
export interface SiteSpec {
  /** Station number. Devices are `<sn>-<device>`, variables are `<sn>-<device>-<code>`. */
  sn: string;
  seed: number;
  latitude: number;
  longitude: number;
  /** IANA time zone. Load profile and tariff follow local time. */
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
  /** Mean wind, in m/s. */
  wind: number;
}

export interface ArraySpec {
  device: string;
  /** Module power under standard conditions, in kWp. */
  peak: number;
  /** Rated AC power of the inverter. */
  rated: number;
  tilt: number;
  /** Degrees clockwise from north. */
  azimuth: number;
  /** Share of the light lost to dirt once the array is dirty. */
  soiling?: number;
}

export interface BatterySpec {
  capacity: number;
  /** Rated AC power of the converter. */
  power: number;
  /** Number of cells in series. */
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
  /** Load that is never switched off. */
  base: number;
  /** Load that is added by production at full work. */
  production: number;
  /** Share of production that runs at the weekend. */
  weekend: number;
  /** Load that is added per degree above 24 °C. */
  coolingPerDegree: number;
  /** A large drive that starts at random during work. */
  drive: number;
}

export interface GridSpec {
  /** Line-to-line voltage at the meter, in V. */
  voltage: number;
  /** Highest feed-in power that the contract allows. */
  exportLimit: number;
  /** Contracted demand. */
  demandLimit: number;
  /** Rating of the transformer, in kVA. */
  transformer: number;
}

export type TariffPeriod = 'valley' | 'flat' | 'peak' | 'sharp';

/** A time-of-use period: local hours [from, to). */
export interface TariffBand {
  from: number;
  to: number;
  period: TariffPeriod;
  /** Price per kWh. */
  price: number;
}

/** The state of the site between one instant and the next. It is plain data that is stored between runs. */
export interface SiteState {
  ts: number;
  soc: number;
  /** AC power of the battery. Discharge is positive. */
  batteryPower: number;
  cellTemperature: number;
  /** Module temperature of each array. */
  moduleTemperature: number[];
  /** Quarter-hour mean of the grid import. */
  demand: number;
  /** Local day to which the daily counters belong. */
  day: number;
  energy: SiteEnergy;
  /** From this time on, arrays that can be soiled are soiled. */
  soiledFrom?: number;
  /** The converter supplies the site alone. */
  islanded?: boolean;
}

/** Cumulative counters, in kWh. */
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
