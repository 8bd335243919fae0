/**
 * Provinces and cities with their coordinates in degrees. A province without cities has its own coordinates. Source:
 * GeoNames (CC BY 4.0), rounded, with additions.
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
