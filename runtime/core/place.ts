/** A point on the map: how fields hold it, and how people read it. */
import { isObject } from './object.ts';

type Degrees = [longitude: number | undefined, latitude: number | undefined];

const degree = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** From [longitude, latitude], from { longitude, latitude }, or from two fields beside each other. */
export function readPlace(value: unknown, beside?: unknown): Degrees {
  if (Array.isArray(value)) return [degree(value[0]), degree(value[1])];
  if (isObject(value)) return [degree(value.longitude), degree(value.latitude)];
  return [degree(value), degree(beside)];
}

/** Half a place is kept as entered, so that the form can say that it is not whole. */
export function writePlace({ type }: { type?: unknown }, [longitude, latitude]: Degrees): unknown {
  if (longitude === undefined && latitude === undefined) return undefined;
  return type === 'array' ? [longitude ?? null, latitude ?? null] : { longitude, latitude };
}

/** Without the zeros that fill the decimals up; a field that holds nothing shows nothing. */
export const degreeText = (shown: string | number | undefined): string =>
  shown === undefined || shown === '' ? '' : String(Number(shown));

/** 31.2304° N, 121.4737° E; empty for half a place. */
export function placeText(value: unknown): string {
  const [longitude, latitude] = readPlace(value);
  if (longitude === undefined || latitude === undefined) return '';
  return `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`;
}
