import type { components } from '../../../generated/api.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { seen } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import type { Config } from '../../platform/config.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { inWordOrder } from '../../platform/db/tables/wordOrder.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { requireStation } from '../stations/open.ts';
import { readSteered, type Steered } from './control.ts';

type Camera = components['schemas']['Camera'];
export type Media = Pick<Config, 'mediaOrigins' | 'restreamer'>;

export const streamPath = (id: number): string => `/ems/api/ipc/ipc/${id}/stream`;

/**
 * Returns the address if a browser may open it, otherwise its blocked origin. Only configured origins are
 * allowed, as in the content security policy of the pages. The server itself reads only still pictures from
 * the address.
 */
export function checkAddress(
  address: string | null,
  origins: readonly string[],
): Pick<Camera, 'address' | 'blocked'> {
  if (address === null || !URL.canParse(address)) return { address: null, blocked: null };
  const { origin, protocol, username, password } = new URL(address);
  const open = ['http:', 'https:'].includes(protocol) && username === '' && password === '';
  return open && origins.includes(origin) ? { address, blocked: null } : { address: null, blocked: origin };
}

/**
 * Returns the address of a stream for browsers, which cannot play RTSP. A restreamer converts the stream to
 * HLS, and only the restreamer knows the camera's address and password. Null without a stream or a
 * restreamer.
 */
const restreamed = (stream: string | null, { restreamer }: Media): string | null =>
  stream === null || restreamer === null ? null : restreamer.replace('{stream}', encodeURIComponent(stream));

export async function listCameras(
  trx: ScopedTrx,
  caller: Session,
  stationSn: string,
  media: Media,
): Promise<Camera[]> {
  await requireStation(trx, caller, { sn: stationSn });
  const rows = await trx
    .selectFrom(seen(trx, caller, 'ipc').as('c'))
    .select(['id', 'name', 'place', 'protocol', 'kind', 'groupId', 'address', 'stream'])
    .where('stationSn', '=', stationSn)
    .where('enabled', 'is not', false)
    .orderBy(inWordOrder('name'))
    .execute();
  return rows.map((row) => cameraOf(row, media));
}

interface CameraRow extends Pick<Camera, 'id' | 'place' | 'groupId'> {
  name: string;
  protocol: string | null;
  kind: string | null;
  address: string | null;
  stream: string | null;
}

/** Returns a camera with the stream address for browsers. */
export function cameraOf({ address, stream, ...row }: CameraRow, media: Media): Camera {
  const protocol = row.protocol as Camera['protocol'];
  const found =
    protocol === 'simulated'
      ? { address: streamPath(row.id), blocked: null }
      : checkAddress(protocol === 'rtsp' ? restreamed(stream, media) : address, media.mediaOrigins);
  return { ...row, kind: (row.kind ?? 'fixed') as Camera['kind'], protocol, ...found };
}

const NO_GROUP = { zh: '未分组', en: 'Without a group' };

/** C224: lists groups with cameras, of one station or of all. Cameras without a group are last. */
export async function listGroups(
  trx: ScopedTrx,
  { session, lang }: { session: Session; lang: Lang },
  stationSn: string | undefined,
  media: Media,
): Promise<components['schemas']['CameraGroup'][]> {
  if (stationSn !== undefined) await requireStation(trx, session, { sn: stationSn });
  const rows = await trx
    .selectFrom(seen(trx, session, 'ipc').as('c'))
    .select(['id', 'name', 'place', 'protocol', 'kind', 'groupId', 'address', 'stream'])
    .where('enabled', 'is not', false)
    .$if(stationSn !== undefined, (query) => query.where('stationSn', '=', stationSn!))
    .orderBy(inWordOrder('name'))
    .execute();
  const groups = await trx
    .selectFrom(seen(trx, session, 'ipcGroup').as('g'))
    .select(['g.id', 'g.name'])
    .orderBy(inWordOrder('g.name'))
    .execute();
  const byGroup = Map.groupBy(rows, ({ groupId }) => groups.find(({ id }) => id === groupId)?.id ?? null);
  return [...groups, { id: null, name: pickText(NO_GROUP, lang) }].flatMap(({ id, name }) => {
    const own = byGroup.get(id);
    return own ? [{ id, name: name ?? '', cameras: own.map((row) => cameraOf(row, media)) }] : [];
  });
}

/** Reads an enabled simulated camera with the time zone of its clock. 404 for any other camera. */
export async function requireSimulated(
  trx: ScopedTrx,
  caller: Session,
  id: number,
): Promise<{ camera: Steered; zone: string }> {
  const camera = await readSteered(trx, { session: caller }, id, 'list');
  if (camera.protocol !== 'simulated' || !camera.enabled) throw new AppError('http.notFound');
  const { timeZone } = await requireStation(trx, caller, { sn: camera.stationSn });
  return { camera, zone: timeZone };
}
