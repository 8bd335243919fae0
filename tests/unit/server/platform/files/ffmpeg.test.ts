import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { smallArguments, smallTypeOf } from '../../../../../server/platform/files/preview/ffmpeg.ts';
import { findFfmpeg } from '../../../../../server/platform/programSetting.ts';

const folder = mkdtempSync(join(tmpdir(), 'wattdeck-ffmpeg-'));
const program = join(folder, 'ffmpeg');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the program', () => {
  it('is found on the search path, named by a setting, or switched off', () => {
    const PATH = ['/nowhere', '', folder].join(delimiter);
    expect(findFfmpeg({ PATH })).toBeNull();
    writeFileSync(program, '');
    expect(findFfmpeg({ PATH })).toBeNull();
    chmodSync(program, 0o700);
    expect(findFfmpeg({ PATH })).toEqual([program]);
    expect(findFfmpeg({ PATH, WATTDECK_FFMPEG: 'off' })).toBeNull();
    expect(findFfmpeg({ PATH, WATTDECK_FFMPEG: '/opt/ffmpeg -cpuflags 0' })).toEqual([
      '/opt/ffmpeg',
      '-cpuflags',
      '0',
    ]);
    expect(() => findFfmpeg({ PATH, WATTDECK_FFMPEG: 'ffmpeg' })).toThrow(/whole path/);
    expect(findFfmpeg({})).toBeNull();
  });

  it('reads a file only as the type of its first bytes, and nothing but files', () => {
    for (const [type, format] of [
      ['image/jpeg', 'jpeg_pipe'],
      ['image/png', 'png_pipe'],
      ['video/mp4', 'mov'],
      ['video/webm', 'matroska'],
    ] as const) {
      const text = smallArguments('/data/-x', type).join(' ');
      expect(text).toContain(`-f ${format} -i file:/data/-x`);
      expect(text).toContain('-protocol_whitelist file ');
    }
  });

  it('makes pictures with transparent parts as PNG, others as JPEG, and none of other files', () => {
    const types = [
      'image/png',
      'image/jpeg',
      'video/webm',
      'audio/wav',
      'application/octet-stream',
      'constructor',
    ];
    expect(types.map(smallTypeOf)).toEqual(['image/png', 'image/jpeg', 'image/jpeg', null, null, null]);
  });
});
