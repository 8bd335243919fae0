/**
 * A camera on its own address. It offers the same short film as HLS, and as pictures that replace each other (MJPEG).
 */
import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright';

/** Video and picture as Base64. */
interface Recording {
  film: string;
  picture: string;
}

const FILM_MS = 1500;
const PART = 'frame';

/** Records what a page draws for a moment. Null if the browser cannot write films for streams. */
export function makeRecording(page: Page): Promise<Recording | null> {
  return page.evaluate(async (lastsMs) => {
    const type = 'video/mp4;codecs=vp9';
    if (!MediaRecorder.isTypeSupported(type)) return null;
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 90;
    const brush = canvas.getContext('2d')!;
    let at = 0;
    const draw = () => {
      at += 1;
      brush.fillStyle = `hsl(${at * 12} 80% 50%)`;
      brush.fillRect(0, 0, 160, 90);
    };
    draw();
    const timer = setInterval(draw, 40);
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: type });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => void parts.push(data);
    const ended = new Promise((done) => recorder.addEventListener('stop', done, { once: true }));
    recorder.start();
    await new Promise((done) => setTimeout(done, lastsMs));
    recorder.stop();
    await ended;
    clearInterval(timer);
    const base64 = (bytes: Uint8Array) => btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''));
    return {
      film: base64(new Uint8Array(await new Blob(parts).arrayBuffer())),
      picture: canvas.toDataURL('image/jpeg').split(',')[1]!,
    };
  }, FILM_MS);
}

const PLAYLIST = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-MAP:URI="head.mp4"
#EXTINF:${FILM_MS / 1000},
body.m4s
#EXT-X-ENDLIST
`;

export interface CameraStreams {
  origin: string;
  close(): void;
}

/** Serves `/live.m3u8` and `/live.mjpeg` to pages of any origin, and `/late.mjpeg`, which is missing at first. */
export async function serveStreams({ film, picture }: Recording): Promise<CameraStreams> {
  const bytes = Buffer.from(film, 'base64');
  const jpeg = Buffer.from(picture, 'base64');
  // Boxes of an MP4 file begin with their length. Everything before the first fragment describes the film.
  const fragment = bytes.indexOf('moof') - 4;
  const files: Record<string, [type: string, content: string | Buffer]> = {
    '/live.m3u8': ['application/vnd.apple.mpegurl', PLAYLIST],
    '/head.mp4': ['video/mp4', bytes.subarray(0, fragment)],
    '/body.m4s': ['video/mp4', bytes.subarray(fragment)],
  };
  let missed = false;
  const server: Server = createServer((request, answer) => {
    const headers = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
    const [type, content] = files[request.url ?? ''] ?? [];
    if (type) return void answer.writeHead(200, { ...headers, 'content-type': type }).end(content);
    const isLate = request.url === '/late.mjpeg' && missed;
    missed ||= request.url === '/late.mjpeg';
    if (request.url !== '/live.mjpeg' && !isLate) return void answer.writeHead(404, headers).end();
    answer.writeHead(200, { ...headers, 'content-type': `multipart/x-mixed-replace; boundary=${PART}` });
    const send = () => {
      answer.write(`--${PART}\r\ncontent-type: image/jpeg\r\ncontent-length: ${jpeg.byteLength}\r\n\r\n`);
      answer.write(jpeg);
      answer.write('\r\n');
    };
    send();
    const timer = setInterval(send, 100);
    answer.once('close', () => clearInterval(timer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the camera has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
