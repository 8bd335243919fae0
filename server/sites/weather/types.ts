/** The weather at a place and time, from any provider. */
export interface WeatherRecord {
  /** Milliseconds since 1970. */
  ts: number;
  /** °C, %, m/s. */
  temperature: number | null;
  humidity: number | null;
  wind: number | null;
  /** Global horizontal irradiance, W/m². */
  irradiance: number | null;
  /** Cloud cover of the sky, 0–1. */
  cover: number | null;
}

export interface WeatherPlace {
  tenantId: number;
  stationSn: string;
  longitude: number;
  latitude: number;
}

export interface WeatherProvider {
  /** The name that users see as the source. */
  source: string;
  /**
   * Reads hourly records from the start of today to the end of the last known day. Null if the provider does not cover
   * the place.
   */
  read(place: WeatherPlace, now: number): Promise<WeatherRecord[]> | null;
}
