/** The kinds of preview, by file name extension. */
const ENDINGS = {
  picture: { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
  pdf: { pdf: 'application/pdf' },
  word: { docx: '' },
  workbook: { xlsx: '' },
  video: { mp4: 'video/mp4', m4v: 'video/mp4', mov: 'video/mp4', webm: 'video/webm' },
  sound: { mp3: 'audio/mpeg', m4a: 'audio/mp4', wav: 'audio/wav', ogg: 'audio/ogg' },
  text: { txt: 'text/plain', csv: 'text/csv', log: 'text/plain', json: 'application/json', md: 'text/plain' },
} as const;

export type PreviewKind = keyof typeof ENDINGS;

export interface Preview {
  kind: PreviewKind;
  /** The media type, because files are stored without one. Empty if not needed. */
  type: string;
}

const previews = new Map<string, Preview>(
  Object.entries(ENDINGS).flatMap(([kind, types]) =>
    Object.entries(types).map(([ending, type]) => [ending, { kind: kind as PreviewKind, type }] as const),
  ),
);

/** Returns null for a file without a preview. */
export const previewOf = (name: string): Preview | null =>
  previews.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? null;
