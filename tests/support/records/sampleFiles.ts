/** Sample files like those that users upload. They are generated, so no copyright applies. */
import { Document, ExternalHyperlink, Packer, Paragraph, TextRun } from 'docx';
import makePdf from '../../../server/engine/documents/pdfTask.ts';
import type { ImageType } from '../../../server/platform/files/image.ts';
import { type PictureSize, readBytesAt, readPictureSize } from '../../../server/platform/files/pixels.ts';

/** A picture of one red pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Creates a WAV file with a second of silence. */
export function makeWav(): Buffer {
  const rate = 8_000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + rate, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(rate, 40);
  return Buffer.concat([head, Buffer.alloc(rate, 128)]);
}

export async function makePdfFile(text: string): Promise<Buffer> {
  const blocks = [{ kind: 'text' as const, paragraphs: [text] }];
  const paper = {
    lang: 'en' as const,
    title: 'Manual',
    number: '1',
    from: 'Maker',
    isLandscape: false,
    isLabel: false,
    blocks,
  };
  for await (const file of makePdf({ ...paper, asOf: '2026-11-25T10:00:00Z', code: '0123456789ab' }))
    return file;
  throw new Error('no file was made');
}

/** Makes a Word file with a link that would run a program if a user followed it. */
export const makeWordFile = (text: string): Promise<Buffer> =>
  Packer.toBuffer(
    new Document({
      sections: [
        {
          children: [
            new Paragraph(text),
            new Paragraph({
              children: [
                new ExternalHyperlink({ link: 'javascript:parent.hit=1', children: [new TextRun('a link')] }),
              ],
            }),
          ],
        },
      ],
    }),
  );

/** Returns the size of a picture in pixels. Null if the bytes are not a picture of this type. */
export const pictureSize = (type: ImageType, bytes: Buffer): Promise<PictureSize | null> =>
  readPictureSize(type, readBytesAt(bytes));
