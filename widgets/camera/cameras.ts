/** The cameras of the station and the chosen one. */
import type { Data } from '../../generated/calls.ts';
import type { CameraConfig } from '../../generated/types.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type Camera = Data<'camerasOfStation'>[number];

export const cameraNeeds = (_config: CameraConfig, { stationSn }: WidgetContext): NeedSpec[] => [
  callNeed('camerasOfStation', { query: { stationSn } }),
];

export function readCameras(result: NeedResult | undefined): Camera[] {
  const data: unknown = callData('camerasOfStation', result);
  return Array.isArray(data)
    ? data.filter((one): one is Camera => typeof one?.id === 'number' && typeof one?.name === 'string')
    : [];
}

/**
 * Returns the camera selected in the widget, otherwise the configured one, otherwise the first. Undefined if
 * there is none.
 */
export const chooseCamera = (
  cameras: readonly Camera[],
  picked: number | null,
  configured: number | undefined,
): Camera | undefined =>
  cameras.find(({ id }) => id === picked) ?? cameras.find(({ id }) => id === configured) ?? cameras[0];

/** A lost picture is retried automatically with growing delays in ms, because a wall screen has no user. */
const RETRY_MS = { first: 2_000, most: 60_000 } as const;
/** A picture that was shown for this time in ms counts as restored. The delay then starts from the beginning. */
export const SOUND_MS = 60_000;

export const pauseRetry = (failures: number): number =>
  Math.min(RETRY_MS.first * 2 ** Math.max(0, failures - 1), RETRY_MS.most);

/**
 * Returns an address that a player may open: only http(s) and paths of the platform. Null for any other
 * address.
 */
export function addressPlayable(address: string | null): string | null {
  if (address === null) return null;
  if (/^\/(?!\/)/.test(address)) return address;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : null;
}
