/** A point on the map, as fields store it and as users read it. */
import { isObject } from './object.ts';

type Degrees = [longitude: number | undefined, latitude: number | undefined];

const degree = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Reads a place from [longitude, latitude], from { longitude, latitude }, or from two neighbouring fields. */
export function readPlace(value: unknown, beside?: unknown): Degrees {
  if (Array.isArray(value)) return [degree(value[0]), degree(value[1])];
  if (isObject(value)) return [degree(value.longitude), degree(value.latitude)];
  return [degree(value), degree(beside)];
}

/** Writes a place. Half a place is kept as entered, so that the form can report that it is incomplete. */
export function writePlace({ type }: { type?: unknown }, [longitude, latitude]: Degrees): unknown {
  if (longitude === undefined && latitude === undefined) return undefined;
  return type === 'array' ? [longitude ?? null, latitude ?? null] : { longitude, latitude };
}

/** Writes degrees without trailing zeros. An empty field shows nothing. */
export const degreeText = (shown: string | number | undefined): string =>
  shown === undefined || shown === '' ? '' : String(Number(shown));

/** 31.2304° N, 121.4737° E; empty for half a place. */
export function placeText(value: unknown): string {
  const [longitude, latitude] = readPlace(value);
  if (longitude === undefined || latitude === undefined) return '';
  return `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`;
}
