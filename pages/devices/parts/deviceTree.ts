/** The visible part of a station's device tree, and the selection in the address. Pure. */
import type { Data } from '../../../generated/calls.ts';

export type TreeNode = Data<'emsDeviceTree'>[number];

/** The selection: a device type, a device, or all. */
export interface DevicePlace {
  type: string | null;
  sn: string | null;
}

const TYPE = 'type';
const SN = 'sn';

export const readPlace = (params: URLSearchParams): DevicePlace => ({
  type: params.get(TYPE),
  sn: params.get(SN),
});

export function writePlace({ type, sn }: DevicePlace): URLSearchParams {
  const params = new URLSearchParams();
  if (type !== null) params.set(TYPE, type);
  if (sn !== null) params.set(SN, sn);
  return params;
}

const BETWEEN = '/';

/** Returns the tree key of a selection. */
export const keyOfPlace = ({ type, sn }: DevicePlace): string => [type ?? '', sn ?? ''].join(BETWEEN);

export function placeOfKey(key: string): DevicePlace {
  const at = key.indexOf(BETWEEN);
  return { type: key.slice(0, at) || null, sn: key.slice(at + 1) || null };
}

/** Page size of the devices of a type. Further pages are loaded on request. */
export const PAGE_SIZE = 500;

export const pagesOf = (devices: number): number => Math.max(1, Math.ceil(devices / PAGE_SIZE));
