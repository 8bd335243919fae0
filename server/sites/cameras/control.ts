/** Cameras are moved by one person at a time: each command is a change of the camera's record, with its history. */
import type { components } from '../../../generated/api.ts';
import type { Input } from '../../../generated/calls.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { recordsSet } from '../../engine/entities/updateWhere.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
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
export type CameraContext = Pick<HandlerContext, 'db' | 'session' | 'lang' | 'permission' | 'vault' | 'hub'>;

export const MOST_PRESETS = 32;

/** A camera as it is steered. */
export interface Steered {
  id: number;
  stationSn: string;
  kind: Abilities['kind'];
  protocol: string;
  enabled: boolean;
  view: View;
  lamp: boolean;
  presets: readonly Preset[];
  /** Answers a still picture, where the stream gives none. */
  snapshot: string | null;
}

const COLUMNS = [
  ...(['id', 'stationSn', 'kind', 'protocol', 'enabled', 'pan', 'tilt', 'zoom'] as const),
  ...(['moving', 'movingSince', 'lamp', 'presets', 'snapshot'] as const),
] as const;

/** The camera that the asker may use in this way; 404 where there is none. */
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
    snapshot: row.snapshot,
  };
}

/** A film, and no pictures one after the other. */
export const isFilm = (protocol: string): boolean => protocol === 'hls' || protocol === 'rtsp';

/** C234: cameras of others are not reached for moving, and say so. */
export function abilitiesOf({
  kind,
  protocol,
  snapshot,
}: Pick<Steered, 'kind' | 'protocol' | 'snapshot'>): Abilities {
  const isReached = protocol === 'simulated';
  const ptz = kind === 'ptz' && isReached;
  return {
    ...{ kind, ptz, zoom: ptz, lamp: isReached, thermal: kind === 'thermal' },
    presets: ptz ? MOST_PRESETS : 0,
    capture: !isFilm(protocol) || snapshot !== null,
    reason: ptz ? null : kind === 'ptz' ? 'notReached' : 'fixed',
  };
}

const answerOf = ({ view, lamp, presets }: Steered, now: number): Answer => ({
  ...directionAt(view, now),
  ...{ moving: isMoving(view, now) ? view.moving : null, lamp },
  presets: presets.map(({ no }) => no),
});

/** Carries a command out, which answers what becomes of the camera. */
async function steer(
  ctx: CameraContext,
  id: number,
  command: (camera: Steered, now: number) => Pick<Steered, 'view' | 'lamp' | 'presets'>,
): Promise<Answer> {
  const { db, session, hub } = ctx;
  const now = Date.now();
  const steered = await db.tenant(session.tenantId, async (trx) => {
    const camera = await readSteered(trx, ctx, id, 'control');
    const { view, lamp, presets } = command(camera, now);
    await recordsSet(trx, ctx, entityOf('ipc'), {
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

/** A camera that cannot be moved says why. */
function requireMovable(camera: Steered): void {
  const { ptz, reason } = abilitiesOf(camera);
  if (!ptz) throw new AppError(reason === 'fixed' ? 'camera.fixed' : 'camera.notReached');
}

/** C239, C240: a movement in the other direction ends the one before. */
export const moveCamera = (ctx: CameraContext, id: number, move: Move, isStart: boolean): Promise<Answer> =>
  steer(ctx, id, (camera, now) => {
    requireMovable(camera);
    const { view, lamp, presets } = camera;
    return { view: isStart ? startMove(view, move, now) : stopMove(view, now), lamp, presets };
  });

function numberOf({ value }: Command): number {
  if (value === undefined || value < 1) throw new AppError('camera.noPreset', {}, { field: '/value' });
  return value;
}

/** C235. */
export const controlCamera = (ctx: CameraContext, id: number, command: Command): Promise<Answer> =>
  steer(ctx, id, (camera, now) => {
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
  });
