/** A setting with a program and its options. */
import { isAbsolute } from 'node:path';
import { StartError } from '../startError.ts';

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
