/**
 * Provinces and their cities, with the place of each city in degrees. A province without cities has its own place. The
 * places are from GeoNames (CC BY 4.0), rounded; some small ones were added.
 */
import regions from './regions.json' with { type: 'json' };

export type City = readonly [zh: string, en: string, longitude: number, latitude: number];
export type Province = readonly [
  zh: string,
  en: string,
  cities: readonly City[],
  longitude?: number,
  latitude?: number,
];

export const REGIONS = regions as unknown as readonly Province[];
