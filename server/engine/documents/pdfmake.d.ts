/** The published types of the library do not include its store of files. */
import 'pdfmake';

declare module 'pdfmake' {
  export const virtualfs: { writeFileSync(name: string, content: Buffer): void };
}
