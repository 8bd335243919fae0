/** A drawn picture each second, as browsers show it in a plain image (multipart/x-mixed-replace). */
import { isoLocal } from '../../../runtime/core/timeWindow.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { drawPicture } from './draw.ts';
import { encodePng } from './png.ts';

const BOUNDARY = 'frame';
const FRAME_MS = 1_000;
const CHECK_MS = 5_000;
/** Nobody watches longer without looking again; the picture then starts anew. */
const LONGEST_MS = 10 * 60_000;
const MAX_WAITING_BYTES = 512 * 1024;
const LOCAL_LENGTH = '2026-11-21T10:03:07'.length;

export function makeFrame(seed: number, ts: number, zone: string): Buffer {
  const local = isoLocal(ts, zone).slice(0, LOCAL_LENGTH).replace('T', ' ');
  const picture = encodePng(drawPicture(seed, ts, local));
  const head = `--${BOUNDARY}\r\ncontent-type: image/png\r\ncontent-length: ${picture.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n')]);
}

export async function serveStream(
  { identity, reply, request, session }: HandlerContext,
  seed: number,
  zone: string,
): Promise<void> {
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    'content-type': `multipart/x-mixed-replace; boundary=${BOUNDARY}`,
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
  });
  const send = (): void => {
    // A viewer who reads too slowly misses pictures instead of piling them up here.
    if (response.writableLength < MAX_WAITING_BYTES) response.write(makeFrame(seed, Date.now(), zone));
  };
  send();
  // Some browsers show a picture only when the next one begins.
  send();
  const frames = setInterval(send, FRAME_MS);
  const checkSession = (): void => {
    identity.authenticate(request).then(
      (now) => {
        if (now?.sessionId !== session.sessionId || now.tenantId !== session.tenantId) response.end();
      },
      () => response.end(),
    );
  };
  const check = setInterval(checkSession, CHECK_MS);
  const end = setTimeout(() => response.end(), LONGEST_MS);
  await new Promise<void>((resolve) => response.once('close', resolve));
  clearInterval(frames);
  clearInterval(check);
  clearTimeout(end);
}
