/** Renders a part of the page as a PNG. A copy inside an SVG has the page's styles, and its charts are images. */

const SCALE = 2;
const SVG = 'http://www.w3.org/2000/svg';

const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

/** Returns the content of an address as a data URL, so that drawing needs no fetch. Null if loading fails. */
async function dataOf(address: string): Promise<string | null> {
  try {
    const answer = await fetch(address);
    return answer.ok ? await asDataUrl(await answer.blob()) : null;
  } catch {
    return null;
  }
}

/** Returns the page's style rules. Rules of other origins are not readable and not needed. */
function stylesText(): string {
  return [...document.styleSheets, ...document.adoptedStyleSheets]
    .flatMap((sheet) => {
      try {
        return [...sheet.cssRules].map(({ cssText }) => cssText);
      } catch {
        return [];
      }
    })
    .join('\n');
}

/** Copies an element. A plain copy loses canvas drawings, and an SVG cannot fetch images, so both are embedded. */
async function copyOf(element: HTMLElement): Promise<HTMLElement> {
  const copy = element.cloneNode(true) as HTMLElement;
  const drawn = [...element.querySelectorAll('canvas')];
  for (const [index, canvas] of [...copy.querySelectorAll('canvas')].entries()) {
    const image = document.createElement('img');
    image.src = drawn[index]?.toDataURL() ?? '';
    image.style.cssText = canvas.style.cssText;
    canvas.replaceWith(image);
  }
  await Promise.all(
    [...copy.querySelectorAll('img')].map(async (image) => {
      if (image.src.startsWith('data:')) return;
      const data = await dataOf(image.src);
      if (data === null) image.remove();
      else image.src = data;
    }),
  );
  // The tiles of a map are in a separate SVG.
  await Promise.all(
    [...copy.querySelectorAll('svg image')].map(async (image) => {
      const address = image.getAttribute('href') ?? '';
      if (address === '' || address.startsWith('data:')) return;
      const data = await dataOf(address);
      if (data === null) image.remove();
      else image.setAttribute('href', data);
    }),
  );
  return copy;
}

/** Places the copy below the same elements as the original, so that the same style rules apply. */
function framed(copy: HTMLElement): HTMLElement {
  const body = document.createElement('div');
  body.className = document.body.className;
  // The copy is not in a `body` element, so the font of `body` must be copied. Each property is copied separately,
  // because the shorthand `font` is empty for fonts with features.
  const { fontFamily, fontSize, fontWeight, lineHeight, fontFeatureSettings } = getComputedStyle(
    document.body,
  );
  const set = { fontFamily, fontSize, fontWeight, lineHeight, fontFeatureSettings };
  Object.assign(body.style, { ...set, color: 'var(--wd-text-strong)' });
  const article = document.createElement('article');
  article.dataset.theme = 'default';
  article.style.cssText = 'display: block; width: auto; padding: 0; transform: none;';
  const sheets = document.createElement('div');
  sheets.className = 'wd-sheets';
  sheets.style.cssText = 'position: static; padding: 0; background: none;';
  article.append(copy);
  sheets.append(article);
  body.append(sheets);
  return body;
}

export async function makePicture(element: HTMLElement): Promise<Blob> {
  const { offsetWidth: width, offsetHeight: height } = element;
  const copy = await copyOf(element);
  copy.style.boxShadow = 'none';
  const root = document.createElementNS(SVG, 'svg');
  for (const { name, value } of document.documentElement.attributes)
    if (name !== 'style') root.setAttribute(name, value);
  root.dataset.theme = 'default';
  root.setAttribute('width', String(width));
  root.setAttribute('height', String(height));
  const style = document.createElementNS(SVG, 'style');
  style.textContent = stylesText();
  const inside = document.createElementNS(SVG, 'foreignObject');
  inside.setAttribute('width', '100%');
  inside.setAttribute('height', '100%');
  inside.append(framed(copy));
  root.append(style, inside);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.scale(SCALE, SCALE);
  context.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
