/**
 * Compares sources without their comments, their layout, their types and the names inside their functions. Each run
 * checks the types of all sources.
 */
import { minifySync, transformWithOxc } from 'vite';

const CODE = /\.tsx?$/;
const STYLES = /\.css$/;
const STYLE_COMMENTS = /\/\*.*?\*\//gs;
/** Comments that tools read. */
const DIRECTIVES = /@vite[\w-]*(?: \w+)?/g;

async function codeOf(path: string, text: string): Promise<string> {
  if (STYLES.test(path)) return text.replaceAll(STYLE_COMMENTS, '');
  if (!CODE.test(path)) return text;
  const { code } = await transformWithOxc(text, path, { sourcemap: false, jsx: 'preserve' });
  return minifySync('code.jsx', code, { compress: false }).code + (text.match(DIRECTIVES) ?? []).join();
}

/** Returns whether two texts of a file run in the same way. Files of other kinds must be equal. */
export const isSameCode = async (path: string, before: string, now: string): Promise<boolean> =>
  before === now || (await codeOf(path, before)) === (await codeOf(path, now));
