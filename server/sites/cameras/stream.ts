/** Serves drawn pictures as a stream that browsers show in a plain image element (multipart/x-mixed-replace). */
import type { HandlerContext } from '../../engine/context.ts';
import { drawCamera } from './capture.ts';
import type { Steered } from './control.ts';
import { requireSimulated } from './list.ts';
import { isMoving } from './ptz.ts';

const BOUNDARY = 'frame';
const FRAME_MS = 1_000;
/** Interval in ms between pictures during a movement. */
const MOVING_FRAME_MS = 250;
const CHECK_MS = 5_000;
/** Maximum duration of a stream in ms. The viewer must then request it again. */
export const LONGEST_MS = 10 * 60_000;
const MAX_WAITING_BYTES = 512 * 1024;

function frameOf(picture: Buffer): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-type: image/png\r\ncontent-length: ${picture.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), picture, Buffer.from('\r\n')]);
}

interface Drawn {
  tick: number;
  camera: Steered;
  frame: Buffer;
}

/** All viewers of a camera share the same drawing. */
const drawings = new Map<number, Drawn>();

function frameAt(camera: Steered, now: number, zone: string): Buffer {
  const tick = Math.floor(now / MOVING_FRAME_MS);
  const drawn = drawings.get(camera.id);
  const isSame = drawn?.tick === tick && drawn.camera.view.since === camera.view.since;
  if (isSame && drawn.camera.lamp === camera.lamp) return drawn.frame;
  const frame = frameOf(drawCamera(camera, now, zone));
  drawings.set(camera.id, { tick, camera, frame });
  return frame;
}

/** Running session checks. Many cameras may be shown in one session, which is checked once. */
const checks = new Map<string, Promise<boolean>>();

/** Returns whether the user who opened the stream is still signed in to the same tenant. */
function mayWatch({ identity, request, session: { sessionId, tenantId } }: HandlerContext): Promise<boolean> {
  const key = `${tenantId} ${sessionId}`;
  const running = checks.get(key);
  if (running) return running;
  const check = identity
    .authenticate(request)
    .then(
      (now) => now?.sessionId === sessionId && now.tenantId === tenantId,
      () => false,
    )
    .finally(() => checks.delete(key));
  checks.set(key, check);
  return check;
}

/** C238: serves the picture of a simulated camera, including its movements. */
export async function serveStream(ctx: HandlerContext, id: number): Promise<void> {
  const { db, hub, reply, session } = ctx;
  const look = () => db.tenant(session.tenantId, (trx) => requireSimulated(trx, session, id));
  let { camera, zone } = await look();
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    'content-type': `multipart/x-mixed-replace; boundary=${BOUNDARY}`,
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
  });
  let next: NodeJS.Timeout | undefined;
  const send = (): void => {
    const now = Date.now();
    // Slow readers skip pictures, so that pictures do not accumulate in memory.
    if (response.writableLength < MAX_WAITING_BYTES) response.write(frameAt(camera, now, zone));
    clearTimeout(next);
    next = setTimeout(send, isMoving(camera.view, now) ? MOVING_FRAME_MS : FRAME_MS);
  };
  send();
  // Some browsers show a picture only when the next one starts, so it is sent twice.
  send();
  const follow = (): void => {
    look().then(
      (seen) => {
        ({ camera, zone } = seen);
        if (!response.writableEnded) send();
      },
      () => response.end(),
    );
  };
  const leave = hub.subscribe((event) => {
    const isOurs = event.type === 'entity' && event.entity === 'ipc' && event.id === id;
    if (event.type === 'resync' || isOurs) follow();
  });
  const checkSession = async (): Promise<void> => {
    if (!(await mayWatch(ctx))) response.end();
  };
  const check = setInterval(() => void checkSession(), CHECK_MS);
  const end = setTimeout(() => response.end(), LONGEST_MS);
  await new Promise<void>((resolve) => response.once('close', resolve));
  leave();
  clearTimeout(next);
  clearInterval(check);
  clearTimeout(end);
}
