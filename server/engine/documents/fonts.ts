/** The fonts of printed documents. A character is drawn in the first font that contains it. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';

interface PaperFont {
  name: string;
  regular: string;
  bold: string;
}

function fontOf(name: string, address: string, file: string): PaperFont {
  const place = dirname(fileURLToPath(address));
  return {
    name,
    regular: join(place, '400Regular', `${file}_400Regular.ttf`),
    bold: join(place, '700Bold', `${file}_700Bold.ttf`),
  };
}

/** Chinese and English are first, because most documents need no other font. */
const CHAIN: readonly PaperFont[] = [
  fontOf('Noto', import.meta.resolve('@expo-google-fonts/noto-sans-sc/package.json'), 'NotoSansSC'),
  fontOf('NotoLatin', import.meta.resolve('@expo-google-fonts/noto-sans/package.json'), 'NotoSans'),
  fontOf('NotoKorean', import.meta.resolve('@expo-google-fonts/noto-sans-kr/package.json'), 'NotoSansKR'),
  fontOf('NotoThai', import.meta.resolve('@expo-google-fonts/noto-sans-thai/package.json'), 'NotoSansThai'),
];

export const FIRST_FONT = CHAIN[0]!.name;

/** The fonts in the format of the printing library. */
export const FONT_FILES = Object.fromEntries(
  CHAIN.map(({ name, regular, bold }) => [
    name,
    { normal: regular, bold, italics: regular, bolditalics: bold },
  ]),
);

export const isFontFile = (path: string): boolean =>
  CHAIN.some(({ regular, bold }) => path === regular || path === bold);

/** Each font is opened when it is first searched for a character. */
const opened = new Map<string, Font>();

function openFont(path: string): Font {
  const font = opened.get(path) ?? (openSync(path) as Font);
  opened.set(path, font);
  return font;
}

/** Caches the font of each code point, because searching the tables of the fonts is slow. */
const known = new Map<number, PaperFont | null>();

function findFont(codePoint: number): PaperFont | null {
  const before = known.get(codePoint);
  if (before !== undefined) return before;
  const found = CHAIN.find(({ regular }) => openFont(regular).hasGlyphForCodePoint(codePoint)) ?? null;
  known.set(codePoint, found);
  return found;
}

/** Returns the first font that contains the character. Null if there is none. */
export const nameFont = (letter: string): string | null => findFont(letter.codePointAt(0)!)?.name ?? null;

const widths = new Map<string, number>();

/** Returns the width of a text as a multiple of its font size. */
export function measureText(text: string, isBold: boolean): number {
  let sum = 0;
  for (const letter of text) {
    const key = `${isBold} ${letter}`;
    let width = widths.get(key);
    if (width === undefined) {
      const { regular, bold } = findFont(letter.codePointAt(0)!) ?? CHAIN[0]!;
      const font = openFont(isBold ? bold : regular);
      width = font.glyphForCodePoint(letter.codePointAt(0)!).advanceWidth / font.unitsPerEm;
      widths.set(key, width);
    }
    sum += width;
  }
  return sum;
}
