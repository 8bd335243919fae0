/** Tests which part of a file a download asks for. */
import { expect, it } from 'vitest';
import { detectMedia } from '../../../../../server/platform/files/media.ts';
import { readRange } from '../../../../../server/platform/files/range.ts';

it.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['Bytes= 2-4 ', { start: 2, end: 4 }],
  ['bytes=5-99999', { start: 5, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-30', { start: 0, end: 9 }],
])('%s of ten bytes is a part', (header, part) => {
  expect(readRange(header, 10)).toEqual(part);
});

it.each([undefined, '', 'items=0-1', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=5-4', 'bytes=1-2-3'])(
  '%s means the whole file',
  (header) => {
    expect(readRange(header, 10)).toBe(null);
  },
);

it.each(['bytes=10-', 'bytes=10-11', 'bytes=-0', 'bytes=0-1,3-4', 'bytes=999999999999999-'])(
  '%s is refused, with the size of the file',
  (header) => {
    expect(() => readRange(header, 10)).toThrow(
      expect.objectContaining({
        key: 'http.range',
        extras: { headers: { 'content-range': 'bytes */10' } },
      }),
    );
  },
);

it.each([
  ['\0\0\0\x18ftypisom', 'video/mp4'],
  ['\0\0\0\x18ftypM4A ', 'audio/mp4'],
  ['\x1a\x45\xdf\xa3', 'video/webm'],
  ['RIFF\0\0\0\0WAVE', 'audio/wav'],
  ['OggS', 'audio/ogg'],
  ['ID3', 'audio/mpeg'],
  ['RIFF\0\0\0\0AVI ', null],
  ['<html>', null],
  ['', null],
])('a file that begins with %j is %s', (text, type) => {
  expect(detectMedia(Buffer.from(text, 'latin1'))).toBe(type);
});
