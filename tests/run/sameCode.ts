/** Compares sources without their comments, their layout and the names inside their functions. */
import { minifySync } from 'vite';

const CODE = /\.tsx?$/;
const STYLES = /\.css$/;
const STYLE_COMMENTS = /\/\*.*?\*\//gs;
/** Comments that tools read. */
const DIRECTIVES = /@vite[\w-]*(?: \w+)?/g;

function codeOf(path: string, text: string): string {
  if (STYLES.test(path)) return text.replaceAll(STYLE_COMMENTS, '');
  if (!CODE.test(path)) return text;
  const { code } = minifySync(path, text, { compress: false });
  return code + (text.match(DIRECTIVES) ?? []).join();
}

/** Returns whether two texts of a file run in the same way. Files of other kinds must be equal. */
export const isSameCode = (path: string, before: string, now: string): boolean =>
  before === now || codeOf(path, before) === codeOf(path, now);
