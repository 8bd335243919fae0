/** Declares the store of files, which the library's published types do not contain. */
import 'pdfmake';

declare module 'pdfmake' {
  export const virtualfs: { writeFileSync(name: string, content: Buffer): void };
}
