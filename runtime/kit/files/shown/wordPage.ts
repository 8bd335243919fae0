/** A Word file as a page of HTML for a frame of its own. */
import { renderAsync } from 'docx-preview';
import { unzip } from 'fflate';

/** An A4 page on a screen, with what is around it. */
const PAGE_WIDTH = 860;
/** A small file may unpack to any size. */
const MAX_UNPACKED = 200 * 1024 * 1024;

/** Adds up the sizes that the archive states for its parts, without unpacking one. */
async function unpackedSize(file: Blob): Promise<number> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let size = 0;
  const filter = ({ originalSize }: { originalSize: number }) => {
    size += originalSize;
    return false;
  };
  await new Promise<void>((resolve, reject) =>
    unzip(bytes, { filter }, (error) => (error ? reject(error) : resolve())),
  );
  return size;
}

const isInside = (link: Element): boolean => link.getAttribute('href')?.startsWith('#') === true;

export async function wordPage(file: Blob, width: number): Promise<string> {
  if ((await unpackedSize(file)) > MAX_UNPACKED)
    throw new Error('the file unpacks to more than a page can show');
  const styles = document.createElement('div');
  const body = document.createElement('div');
  await renderAsync(file, body, styles, {
    className: 'docx',
    ignoreFonts: true,
    useBase64URL: true,
    // A part that is HTML would be drawn as the file says.
    renderAltChunks: false,
  });
  // The frame goes nowhere: a link out of it would lead to an empty page.
  for (const link of body.querySelectorAll('a')) if (!isInside(link)) link.removeAttribute('href');
  const zoom = width > 0 ? Math.min(1, width / PAGE_WIDTH) : 1;
  // The library's own surroundings of a page are a dark grey.
  const around = `body{margin:0;zoom:${zoom}}.docx-wrapper{background:#f2f4f7!important;padding:16px!important}`;
  return `<!doctype html><html><head><meta charset="utf-8">${styles.innerHTML}<style>${around}</style></head><body>${body.innerHTML}</body></html>`;
}
