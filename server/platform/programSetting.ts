/** A setting with a program and its options. */
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { StartError } from './startError.ts';

/** Returns the path of the program and its options, separated by spaces in the setting. Null without a program. */
export function readProgram(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): readonly string[] | null {
  const [program, ...options] = (env[name] ?? '').split(/\s+/).filter((word) => word !== '');
  if (program === undefined) return null;
  if (!isAbsolute(program)) throw new StartError(`${name} must begin with the whole path of a program`);
  return [program, ...options];
}

const FFMPEG = process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg';

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the FFmpeg of the settings, else that of the search path. Null if there is none, or if it is switched off. */
export function findFfmpeg(env: Readonly<Record<string, string | undefined>>): readonly string[] | null {
  if (env.WATTDECK_FFMPEG === 'off') return null;
  const set = readProgram(env, 'WATTDECK_FFMPEG');
  if (set) return set;
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = folders.map((folder) => join(folder, FFMPEG)).find(isProgram);
  return found === undefined ? null : [found];
}
