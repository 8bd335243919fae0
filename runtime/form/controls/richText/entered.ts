/** Removes the editor's own marks and non-breaking spaces. */
export function readEnteredHtml(html: string): string {
  const text = html
    .replace(/<span class="ql-ui"[^>]*><\/span>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('\u00a0', ' ');
  return /^(<p>(<br>|\s)*<\/p>)*$/.test(text) ? '' : text;
}
