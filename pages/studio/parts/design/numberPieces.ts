/** The pattern of numbers as pieces that are put in order. */

/** A text of one's own, a part of the day, the running figure, or a field. */
export interface NumberPiece {
  kind: 'text' | 'yyyy' | 'yy' | 'MM' | 'dd' | 'n' | 'field';
  /** The text, how many figures there are at least, or the field. */
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

/** Numbers begin again with the shortest time that they show. */
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
