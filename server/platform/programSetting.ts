/** A setting that names a program with its options. */
import { isAbsolute } from 'node:path';

/** Returns the path of the program and its options, which are separated by spaces. Null without a program. */
export function parseProgram(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  Fault: new (message: string) => Error,
): readonly string[] | null {
  const words = (env[name] ?? '').split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return null;
  if (!isAbsolute(words[0]!)) throw new Fault(`${name} must begin with the whole path of a program`);
  return words;
}
