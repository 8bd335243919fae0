/**
 * Controls cameras. Only one person at a time can move a camera. Each command changes the camera's record, with its
 * history.
 */
import type { components } from '../../../generated/api.ts';
import type { Input } from '../../../generated/calls.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { setRecords } from '../../engine/entities/write/updateWhere.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { onvifKey } from '../../platform/onvifSetting.ts';
import { type OnvifCommand, steerOnvif } from './onvif.ts';
import {
  directionAt,
  HOME,
  isMoving,
  type Move,
  type Preset,
  startMove,
  stopMove,
  turnTo,
  type View,
  withPreset,
} from './ptz.ts';

type Abilities = components['schemas']['CameraAbilities'];
type Answer = components['schemas']['CameraView'];
type Command = Input<'guardControl'>['body'];
export type CameraContext = Pick<
  HandlerContext,
  'db' | 'session' | 'lang' | 'permission' | 'vault' | 'hub' | 'config'
>;

export const MOST_PRESETS = 32;

/** A camera with the fields for its control. */
export interface Steered {
  id: number;
  stationSn: string;
  kind: Abilities['kind'];
  protocol: string;
  enabled: boolean;
  view: View;
  lamp: boolean;
  presets: readonly Preset[];
  /** Address of the video stream. */
  address: string | null;
  /** Address of a still picture, if the stream cannot provide one. */
  snapshot: string | null;
  /** Name of the camera in the server settings, which contain its ONVIF address. */
  onvif: string | null;
}

const COLUMNS = [
  ...(['id', 'stationSn', 'kind', 'protocol', 'enabled', 'pan', 'tilt', 'zoom'] as const),
  ...(['moving', 'movingSince', 'lamp', 'presets', 'address', 'snapshot', 'onvif'] as const),
] as const;

/** Reads a camera that the caller may use with the action. 404 if there is none. */
export async function readSteered(
  trx: ScopedTrx,
  { session }: Pick<HandlerContext, 'session'>,
  id: number,
  action = 'get',
): Promise<Steered> {
  const row = await trx
    .selectFrom(seen(trx, session, 'ipc', action).as('c'))
    .select([...COLUMNS])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('http.notFound');
  const { pan, tilt, zoom, moving, movingSince, kind, protocol, enabled, lamp, presets } = row;
  return {
    ...{ id, stationSn: row.stationSn ?? '', kind: (kind ?? 'fixed') as Steered['kind'] },
    ...{ protocol: protocol ?? '', enabled: enabled !== false },
    view: {
      ...{ pan: pan ?? HOME.pan, tilt: tilt ?? HOME.tilt, zoom: zoom ?? HOME.zoom },
      moving: (moving || null) as Move | null,
      since: movingSince === null ? 0 : Date.parse(String(movingSince)),
    },
    lamp: lamp === true,
    presets: (presets ?? []) as Preset[],
    ...{ address: row.address, snapshot: row.snapshot, onvif: row.onvif },
  };
}

/** Returns true for video, and false for a sequence of pictures. */
export const isFilm = (protocol: string): boolean => protocol === 'hls' || protocol === 'rtsp';

/** C234: the supported controls of a camera, or the reason for none. */
export function abilitiesOf({
  kind,
  protocol,
  snapshot,
  onvif,
}: Pick<Steered, 'kind' | 'protocol' | 'snapshot' | 'onvif'>): Abilities {
  const isDrawn = protocol === 'simulated';
  const ptz = kind === 'ptz' && (isDrawn || onvif !== null);
  return {
    ...{ kind, ptz, zoom: ptz, lamp: isDrawn, thermal: kind === 'thermal' },
    presets: ptz ? MOST_PRESETS : 0,
    capture: !isFilm(protocol) || snapshot !== null,
    reason: ptz ? null : kind === 'ptz' ? 'notReached' : 'fixed',
  };
}

/**
 * Returns the state of a camera for a response. The record contains the direction of a simulated camera.
 * Other cameras do not report their direction.
 */
const answerOf = ({ view, lamp, presets, protocol }: Steered, now: number): Answer => ({
  ...(protocol === 'simulated' ? directionAt(view, now) : directionAt({ ...view, moving: null }, now)),
  ...{ moving: isMoving(view, now) ? view.moving : null, lamp },
  presets: presets.map(({ no }) => no),
});

type Change = Pick<Steered, 'view' | 'lamp' | 'presets'>;
type Steering = (camera: Steered, now: number) => Change;

/** Stores the changed state of the camera. */
async function storeChange(ctx: CameraContext, id: number, change: Steering, now: number): Promise<Answer> {
  const { db, session, hub } = ctx;
  const steered = await db.tenant(session.tenantId, async (trx) => {
    const camera = await readSteered(trx, ctx, id, 'control');
    const { view, lamp, presets } = change(camera, now);
    await setRecords(trx, ctx, entityOf('ipc'), {
      key: ctx.permission ?? '',
      where: (eb) => eb('id', '=', id),
      values: {
        ...{ pan: view.pan, tilt: view.tilt, zoom: view.zoom, moving: view.moving, lamp },
        ...{ movingSince: new Date(view.since).toISOString(), presets: JSON.stringify(presets) },
      },
    });
    return { ...camera, view, lamp, presets };
  });
  hub.publish({ type: 'entity', entity: 'ipc', tenantId: session.tenantId, id, do: 'update' });
  return answerOf(steered, now);
}

/**
 * Executes a command. For a simulated camera, the record is the state. Any other camera receives the command before a
 * row is locked.
 */
async function steer(
  ctx: CameraContext,
  id: number,
  { command, change }: { command: OnvifCommand | null; change: Steering },
): Promise<Answer> {
  const { db, session, config } = ctx;
  const camera = await db.tenant(session.tenantId, (trx) => readSteered(trx, ctx, id, 'control'));
  if (camera.protocol === 'simulated') return storeChange(ctx, id, change, Date.now());
  // Invalid commands are refused before the server connects to the camera.
  const changed = change(camera, Date.now());
  if (!command) throw new AppError('camera.notOffered');
  const place = config.onvif.get(onvifKey(session.tenantId, camera.onvif ?? ''));
  if (!place) throw new AppError('camera.notSet');
  await steerOnvif(place, command);
  // The camera does not report its direction. The record contains its movement and its presets.
  const steering: Steering = ({ view }, now) => ({
    ...changed,
    view: { ...view, moving: changed.view.moving, since: now },
  });
  return storeChange(ctx, id, steering, Date.now());
}

/** Throws with the reason if the camera cannot be moved. */
function requireMovable(camera: Steered): void {
  const { ptz, reason } = abilitiesOf(camera);
  if (!ptz) throw new AppError(reason === 'fixed' ? 'camera.fixed' : 'camera.notReached');
}

/** C239, C240: starts or stops a movement. A movement in another direction replaces the current movement. */
export const moveCamera = (ctx: CameraContext, id: number, move: Move, isStart: boolean): Promise<Answer> =>
  steer(ctx, id, {
    command: isStart ? { do: 'start', move } : { do: 'stop' },
    change(camera, now) {
      requireMovable(camera);
      const { view, lamp, presets } = camera;
      return { view: isStart ? startMove(view, move, now) : stopMove(view, now), lamp, presets };
    },
  });

function numberOf({ value }: Command): number {
  if (value === undefined || value < 1) throw new AppError('camera.noPreset', {}, { field: '/value' });
  return value;
}

/** Returns the ONVIF command. Null if no ONVIF command for it works the same on every camera. */
function onvifOf(command: Command): OnvifCommand | null {
  if (command.action === 'home') return { do: 'home' };
  if (command.action !== 'preset' && command.action !== 'goto') return null;
  return { do: command.action, no: numberOf(command) };
}

/** C235: executes a command for the light, the presets or the position of a camera. */
export const controlCamera = (ctx: CameraContext, id: number, command: Command): Promise<Answer> =>
  steer(ctx, id, { command: onvifOf(command), change: (camera, now) => changeBy(camera, command, now) });

function changeBy(camera: Steered, command: Command, now: number): Change {
  const { view, lamp, presets } = camera;
  if (command.action === 'light') {
    if (!abilitiesOf(camera).lamp) throw new AppError('camera.notReached');
    return { view, presets, lamp: (command.value ?? 0) > 0 };
  }
  requireMovable(camera);
  const here = directionAt(view, now);
  switch (command.action) {
    case 'preset':
      return { view: stopMove(view, now), lamp, presets: withPreset(presets, numberOf(command), here) };
    case 'goto': {
      const preset = presets.find(({ no }) => no === numberOf(command));
      if (!preset) throw new AppError('camera.noPreset', {}, { field: '/value' });
      return { view: turnTo(preset, now), lamp, presets };
    }
    case 'home':
      return { view: turnTo(HOME, now), lamp, presets };
    case 'moveTo': {
      const { pan = here.pan, tilt = here.tilt, zoom = here.zoom } = command;
      return { view: turnTo({ pan, tilt, zoom }, now), lamp, presets };
    }
  }
}
