/** Converts names between their form in texts and the form of `var`. Pure. */
import { WORDS } from './tokens.ts';

/** The name of the object that contains the list, inside an iterator and in a line. */
const PARENT = '$parent';
const INDEX = '$index';
const ITEM = '$item';
const CONTEXT = '$context.';
const AROUND = '../../';
const PLACE = '../index';

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;
const isPlain = (part: string): boolean => PLAIN.test(part) && !WORDS.some((word) => word === part);

/** Parses a path of an expression: `$today` is `$context.today`, `$parent.rate` is `../../rate`. */
export function readPath(written: string): string {
  const parts = written.match(/`[^`]+`|[^.`]+/g) ?? [];
  const up = parts.findIndex((part) => part !== PARENT);
  const depth = up === -1 ? parts.length : up;
  const own = parts.slice(depth).map((part) => (part.startsWith('`') ? part.slice(1, -1) : part));
  const [first = '', ...rest] = own;
  const around = AROUND.repeat(depth);
  if (first === ITEM) return around + rest.join('.');
  if (first === INDEX) return around + [PLACE, ...rest].join('.');
  if (first.startsWith('$')) return around + CONTEXT + [first.slice(1), ...rest].join('.');
  return around + own.join('.');
}

const partText = (part: string): string => (isPlain(part) || /^\d+$/.test(part) ? part : `\`${part}\``);

export function pathText(path: string): string {
  if (path.startsWith(AROUND)) {
    const rest = path.slice(AROUND.length);
    return rest === '' ? PARENT : `${PARENT}.${pathText(rest)}`;
  }
  if (path === '') return ITEM;
  if (path === PLACE) return INDEX;
  const isContext = path.startsWith(CONTEXT);
  const parts = (isContext ? path.slice(CONTEXT.length) : path).split('.');
  const written = parts.map(partText).join('.');
  return isContext ? `$${written}` : written;
}

/** Returns the list and the field of its lines. Null for a path with only one part. */
export function splitPath(path: string): { list: string; name: string } | null {
  const at = path.lastIndexOf('.');
  const list = path.slice(0, at);
  const isOwn = at > 0 && !list.endsWith('.') && !list.endsWith('/') && list !== '$context';
  return isOwn ? { list, name: path.slice(at + 1) } : null;
}
