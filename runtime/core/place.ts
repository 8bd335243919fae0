/** A point on the map, in its stored and in its displayed form. */
import { isObject } from './object.ts';

type Degrees = [longitude: number | undefined, latitude: number | undefined];

const degree = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Parses a place in the form [longitude, latitude], { longitude, latitude }, or two fields. */
export function readPlace(value: unknown, beside?: unknown): Degrees {
  if (Array.isArray(value)) return [degree(value[0]), degree(value[1])];
  if (isObject(value)) return [degree(value.longitude), degree(value.latitude)];
  return [degree(value), degree(beside)];
}

/** Converts a place to the type of its field. Incomplete places are kept, so the form can report them. */
export function writePlace({ type }: { type?: unknown }, [longitude, latitude]: Degrees): unknown {
  if (longitude === undefined && latitude === undefined) return undefined;
  return type === 'array' ? [longitude ?? null, latitude ?? null] : { longitude, latitude };
}

/** Formats degrees without trailing zeros. Empty for an empty field. */
export const degreeText = (shown: string | number | undefined): string =>
  shown === undefined || shown === '' ? '' : String(Number(shown));

/** Formats a place as 31.2304° N, 121.4737° E. Empty for an incomplete place. */
export function placeText(value: unknown): string {
  const [longitude, latitude] = readPlace(value);
  if (longitude === undefined || latitude === undefined) return '';
  return `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`;
}
