/** Converts a Word file to an HTML page for a sandboxed frame. */
import { renderAsync } from 'docx-preview';
import { unzip } from 'fflate';

/** Width of an A4 page on a screen, with its margins. */
const PAGE_WIDTH = 860;
/** Maximum unpacked size, because a small file can unpack to any size. */
const MAX_UNPACKED = 200 * 1024 * 1024;

/** Sums the sizes in the archive's directory, without unpacking. */
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
    // An HTML part would be rendered unsanitised.
    renderAltChunks: false,
  });
  // Removes links that leave the frame, because they would open an empty page.
  for (const link of body.querySelectorAll('a')) if (!isInside(link)) link.removeAttribute('href');
  const zoom = width > 0 ? Math.min(1, width / PAGE_WIDTH) : 1;
  // Replaces the library's dark grey background.
  const around = `body{margin:0;zoom:${zoom}}.docx-wrapper{background:#f2f4f7!important;padding:16px!important}`;
  return `<!doctype html><html><head><meta charset="utf-8">${styles.innerHTML}<style>${around}</style></head><body>${body.innerHTML}</body></html>`;
}
