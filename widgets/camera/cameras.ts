/** The cameras of the station and the one that is looked at. */
import type { Data } from '../../generated/calls.ts';
import type { CameraConfig } from '../../generated/types.ts';
import { callData, callNeed } from '../../runtime/board/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget.ts';

export type Camera = Data<'camerasOfStation'>[number];

export const cameraNeeds = (_config: CameraConfig, { stationSn }: WidgetContext): NeedSpec[] => [
  callNeed('camerasOfStation', { query: { stationSn } }),
];

export function cameras_read(result: NeedResult | undefined): Camera[] {
  const data: unknown = callData('camerasOfStation', result);
  return Array.isArray(data)
    ? data.filter((one): one is Camera => typeof one?.id === 'number' && typeof one?.name === 'string')
    : [];
}

/** What was picked on the picture, else what is configured, else the first. */
export const camera_chosen = (
  cameras: readonly Camera[],
  picked: number | null,
  configured: number | undefined,
): Camera | undefined =>
  cameras.find(({ id }) => id === picked) ?? cameras.find(({ id }) => id === configured) ?? cameras[0];

/** Nothing but http(s) and our own paths is ever put into a player, whatever was answered. */
export function address_playable(address: string | null): string | null {
  if (address === null) return null;
  if (/^\/(?!\/)/.test(address)) return address;
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : null;
}
