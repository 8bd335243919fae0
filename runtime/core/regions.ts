/**
 * Provinces and their cities, with the place of each city in degrees; a province without cities has a place itself. The
 * places are those of GeoNames (CC BY 4.0), and were rounded; some of small places were added.
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
