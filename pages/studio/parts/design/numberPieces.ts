/** Splits the pattern of numbers into pieces that users can order. */

/** A fixed text, a part of the date, the running number, or a field. */
export interface NumberPiece {
  kind: 'text' | 'yyyy' | 'yy' | 'MM' | 'dd' | 'n' | 'field';
  /** The text, the minimum number of digits, or the field. */
  text: string;
}

const PLACE = /\{(\w+)(?::(\d))?\}/g;
const DATES = ['yyyy', 'yy', 'MM', 'dd'] as const;

export function readPieces(pattern: string): NumberPiece[] {
  const pieces: NumberPiece[] = [];
  let last = 0;
  for (const match of pattern.matchAll(PLACE)) {
    const [whole, name = '', size = '1'] = match;
    if (match.index > last) pieces.push({ kind: 'text', text: pattern.slice(last, match.index) });
    const date = DATES.find((one) => one === name);
    if (date) pieces.push({ kind: date, text: '' });
    else pieces.push(name === 'n' ? { kind: 'n', text: size } : { kind: 'field', text: name });
    last = match.index + whole.length;
  }
  if (last < pattern.length) pieces.push({ kind: 'text', text: pattern.slice(last) });
  return pieces;
}

export function writePieces(pieces: readonly NumberPiece[]): string {
  const write = ({ kind, text }: NumberPiece): string => {
    if (kind === 'text') return text.replaceAll(/[{}]/g, '');
    if (kind === 'n') return text === '1' ? '{n}' : `{n:${text}}`;
    return kind === 'field' ? `{${text}}` : `{${kind}}`;
  };
  return pieces.map(write).join('');
}

/**
 * Returns the date parts after which numbers start again. The smallest date part of the number decides.
 * Undefined if the number contains no year.
 */
export function periodOf(pieces: readonly NumberPiece[]): string[] | undefined {
  const has = (...kinds: string[]) => pieces.some(({ kind }) => kinds.includes(kind));
  if (!has('yyyy', 'yy')) return undefined;
  if (!has('MM')) return ['year'];
  return has('dd') ? ['day'] : ['month'];
}

export function movePiece(pieces: readonly NumberPiece[], from: number, to: number): NumberPiece[] {
  const piece = pieces[from];
  if (!piece || to < 0 || to >= pieces.length) return [...pieces];
  return pieces.toSpliced(from, 1).toSpliced(to, 0, piece);
}
