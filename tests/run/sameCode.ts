/** Compares sources without their comments, their layout and the names inside their functions. */
import { minifySync } from 'vite';

const CODE = /\.tsx?$/;
/** Comments that tools read. */
const DIRECTIVES = /@vite[\w-]*(?: \w+)?/g;

function codeOf(path: string, text: string): string {
  const { code } = minifySync(path, text, { compress: false });
  return code + (text.match(DIRECTIVES) ?? []).join();
}

/** Returns whether two texts of a file run in the same way. Files that are not code run the same if they are equal. */
export const isSameCode = (path: string, before: string, now: string): boolean =>
  before === now || (CODE.test(path) && codeOf(path, before) === codeOf(path, now));
