/**
 * Returns the current picture of a camera (C241): a drawn picture, the next picture of a stream, or a still picture.
 */
import { isoLocal } from '../../../runtime/core/time/timeWindow.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { isFilm, type Steered } from './control.ts';
import { drawPicture } from './draw.ts';
import { checkAddress } from './list.ts';
import { encodePng } from './png.ts';
import { directionAt } from './ptz.ts';

const LOCAL_LENGTH = '2026-11-21T10:03:07'.length;
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 8 * 1024 * 1024;
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** The clock in the picture: 2026-11-21 10:03:07. */
export const clockAt = (ts: number, zone: string): string =>
  isoLocal(ts, zone).slice(0, LOCAL_LENGTH).replace('T', ' ');

type Drawn = Pick<Steered, 'id' | 'view' | 'lamp' | 'kind'>;

export const drawCamera = ({ id, view, lamp, kind }: Drawn, ts: number, zone: string): Buffer =>
  encodePng(
    drawPicture(id, ts, clockAt(ts, zone), { ...directionAt(view, ts), lamp, thermal: kind === 'thermal' }),
  );

/** Reads the first complete picture of a JPEG stream. Null if there is none within the limits. */
async function firstJpeg(address: string): Promise<Buffer | null> {
  // The server connects only to configured origins, so redirects are refused.
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok || !response.body) return null;
  let read: Buffer = Buffer.alloc(0);
  for await (const chunk of response.body) {
    read = Buffer.concat([read, chunk]);
    const start = read.indexOf(JPEG_START);
    const end = start < 0 ? -1 : read.indexOf(JPEG_END, start);
    if (end >= 0) return read.subarray(start, end + JPEG_END.length);
    if (read.length > MAX_BYTES) return null;
  }
  return null;
}

interface Place {
  zone: string;
  origins: readonly string[];
  now: number;
}

const nameAt = (ts: number, ending: 'png' | 'jpg'): string =>
  `${new Date(ts).toISOString().slice(0, LOCAL_LENGTH).replaceAll(':', '-')}.${ending}`;

/** Returns the picture and its file name. */
export async function takePicture(
  camera: Steered,
  { zone, origins, now }: Place,
): Promise<{ bytes: Buffer; name: string }> {
  if (camera.protocol === 'simulated')
    return { bytes: drawCamera(camera, now, zone), name: nameAt(now, 'png') };
  const film = isFilm(camera.protocol);
  // Decoding a video stream would need external programs. Cameras offer still pictures instead.
  if (film && camera.snapshot === null) throw new AppError('camera.noStill');
  const allowed = checkAddress(film ? camera.snapshot : camera.address, origins);
  if (allowed.address === null) throw new AppError('camera.notAllowed');
  const bytes = await firstJpeg(allowed.address).catch(() => null);
  if (!bytes) throw new AppError('camera.noPicture');
  return { bytes, name: nameAt(now, 'jpg') };
}
