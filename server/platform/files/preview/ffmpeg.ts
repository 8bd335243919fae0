/** Makes a small picture of a file by FFmpeg. The file is not trusted: time, memory and size are bounded. */
import { execFile } from 'node:child_process';
import { setPriority } from 'node:os';
import { MAX_PIXELS } from '../pixels.ts';

/** The longer side of a small picture, in pixels. */
export const SMALL_SIDE = 640;
const LIMIT_MS = 20_000;
const MAX_BYTES = 2 ** 20;
/** The first frame of a film is often black. FFmpeg chooses the most typical one of its first frames. */
const FRAMES = 24;
/** Low priority of the process, so that requests are answered first. */
const NICE = 10;

/**
 * Media types that FFmpeg may open, each with the format that its first bytes determine, so that no playlist
 * can refer to another file.
 */
const FORMATS: Readonly<Record<string, { format: string; codec: 'mjpeg' | 'png'; frames: number }>> = {
  'image/jpeg': { format: 'jpeg_pipe', codec: 'mjpeg', frames: 1 },
  'image/png': { format: 'png_pipe', codec: 'png', frames: 1 },
  'video/mp4': { format: 'mov', codec: 'mjpeg', frames: FRAMES },
  'video/webm': { format: 'matroska', codec: 'mjpeg', frames: FRAMES },
};

/** Returns the media type of the small picture of a file. Null if there is none of its type. */
export function smallTypeOf(type: string): 'image/jpeg' | 'image/png' | null {
  const codec = FORMATS[type]?.codec;
  return codec === undefined ? null : codec === 'png' ? 'image/png' : 'image/jpeg';
}

/** Returns the arguments that make a small picture of the file and print it. Pure. */
export function smallArguments(path: string, type: string): string[] {
  const { format, codec, frames } = FORMATS[type]!;
  const side = `min(${SMALL_SIDE}\\,`;
  const scale = `scale=w='${side}iw)':h='${side}ih)':force_original_aspect_ratio=decrease`;
  return [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1'],
    ...['-protocol_whitelist', 'file', '-max_pixels', String(MAX_PIXELS), '-f', format, '-i', `file:${path}`],
    ...['-map', '0:v:0', '-frames:v', '1', '-vf', frames > 1 ? `thumbnail=${frames},${scale}` : scale],
    ...['-map_metadata', '-1', '-c:v', codec, ...(codec === 'mjpeg' ? ['-q:v', '4'] : [])],
    ...['-f', 'image2pipe', 'pipe:1'],
  ];
}

/** Resolves with the bytes of the small picture. Null if FFmpeg cannot make one. */
export function makeSmall(
  [program = '', ...options]: readonly string[],
  path: string,
  type: string,
): Promise<Buffer | null> {
  return new Promise((done) => {
    const child = execFile(
      program,
      [...options, ...smallArguments(path, type)],
      { encoding: 'buffer', timeout: LIMIT_MS, maxBuffer: MAX_BYTES, killSignal: 'SIGKILL', env: {} },
      (error, printed) => done(error || printed.length === 0 ? null : printed),
    );
    try {
      if (child.pid !== undefined) setPriority(child.pid, NICE);
    } catch {
      // It has ended already.
    }
  });
}
