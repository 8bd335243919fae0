/**
 * Finds the place of an address by the configured service. If that finds nothing, uses a city that the
 * address names, with the precision of a city.
 */
import { LRUCache } from 'lru-cache';
import { isObject } from '../../runtime/core/object.ts';
import { type Province, REGIONS } from '../../runtime/core/regions.ts';
import { askJson } from '../platform/askJson.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';

declare module '../engine/context.ts' {
  interface Services {
    geocoder: Geocoder;
  }
}

export interface AddressPlace {
  longitude: number;
  latitude: number;
  /** The region in the format of the region picker: 江苏省/苏州市. */
  region: string | null;
  city: string | null;
  exact: boolean;
}

export interface Geocoder {
  find(address: string): Promise<AddressPlace | null>;
}

const LIMIT_MS = 5_000;
const MAX_KNOWN = 2_000;
/** Ethnic groups in the long names of prefectures. */
const PEOPLES = '土家|苗|藏|彝|羌|布依|侗|哈尼|壮|傣|景颇|傈僳|白|回|蒙古|朝鲜|哈萨克|柯尔克孜|维吾尔';
/** Suffixes that common place names omit. */
const KINDS = new RegExp(`(?:(?:${PEOPLES})族?)*(?:自治[州区]|特别行政区)$|(?:地区|林区|[市省盟])$`);

interface KnownCity {
  /** The names that an address may contain, in Chinese and English. */
  names: readonly string[];
  province: string;
  place: AddressPlace;
}

/**
 * Returns the short form of a name: 湘西土家族苗族自治州 is also written as 湘西. A name of one character is not
 * shortened, because it would match everywhere.
 */
function shorten(name: string): string {
  const short = name.replace(KINDS, '');
  return short.length > 1 ? short : name;
}

function citiesOf([zh, en, cities, longitude, latitude]: Province): KnownCity[] {
  const list =
    longitude === undefined || latitude === undefined ? cities : [[zh, en, longitude, latitude] as const];
  return list.map(([name, english, east, north]) => ({
    names: [shorten(name), english.toLowerCase()],
    province: shorten(zh),
    place: {
      ...{ longitude: east, latitude: north, exact: false },
      region: name === zh ? zh : `${zh}/${name}`,
      city: shorten(name),
    },
  }));
}

const cities = REGIONS.flatMap(citiesOf);

/**
 * Returns the words between spaces, because English names must match whole words: Anyang is not part of
 * Danyang.
 */
const wordsOf = (text: string): string => ` ${text.replaceAll(/[^a-z]+/g, ' ').trim()} `;

const includesName = (address: string, name: string): boolean =>
  /[a-z]/.test(name) ? wordsOf(address).includes(wordsOf(name)) : address.includes(name);

/**
 * Returns the city with the longest name in the address. A city whose province is in the address has
 * priority. Null if the address names none.
 */
export function findCity(text: string): AddressPlace | null {
  const address = text.normalize('NFKC').toLowerCase();
  const found = cities.flatMap(({ names, province, place }) => {
    const length = Math.max(
      0,
      ...names.filter((name) => includesName(address, name)).map((name) => name.length),
    );
    return length > 0 ? [{ place, length, named: address.includes(province) ? 1 : 0 }] : [];
  });
  found.sort((a, b) => b.named - a.named || b.length - a.length);
  return found[0]?.place ?? null;
}

/**
 * Reads the first place in the answer of a service. Services return `{result: {location: {lng, lat}}}`, or a
 * list of `{lon, lat}`. Null without a valid place.
 */
export function readPlaces(answer: unknown): { longitude: number; latitude: number } | null {
  const result: unknown = isObject(answer) ? answer.result : undefined;
  const first: unknown = Array.isArray(answer) ? answer[0] : isObject(result) ? result.location : undefined;
  if (!isObject(first)) return null;
  const [longitude, latitude] = [Number(first.lng ?? first.lon), Number(first.lat)];
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 ? { longitude, latitude } : null;
}

export function createGeocoder({ config, log }: { config: Config; log: Logger }): Geocoder {
  const { geocoderUrl } = config;
  const known = new LRUCache<string, AddressPlace>({ max: MAX_KNOWN });

  async function requestPlace(address: string): Promise<AddressPlace | null> {
    const url = geocoderUrl?.replaceAll('{address}', encodeURIComponent(address)) ?? '';
    const place = readPlaces(await askJson(url, 'the geocoder', LIMIT_MS));
    const city = findCity(address);
    return place && { ...place, region: city?.region ?? null, city: city?.city ?? null, exact: true };
  }

  return {
    async find(address) {
      if (!geocoderUrl) return findCity(address);
      const before = known.get(address);
      if (before) return before;
      try {
        const place = await requestPlace(address);
        if (place) known.set(address, place);
        return place;
      } catch (error) {
        log.warn('the geocoder could not be asked', { error: String(error) });
        return findCity(address);
      }
    },
  };
}
