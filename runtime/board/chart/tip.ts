/** The tooltip of charts; names and values are text, never markup. */

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const html_escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

export interface TipRow {
  color: string;
  name: string;
  value: string;
}

export function tip_html(head: string, rows: readonly TipRow[]): string {
  const lines = rows.map(({ color, name, value }) => {
    const dot = `<i style="background:${html_escape(color)}"></i>`;
    return `<tr><td>${dot}${html_escape(name)}</td><td>${html_escape(value)}</td></tr>`;
  });
  return `<div class="wd-tip"><b>${html_escape(head)}</b><table>${lines.join('')}</table></div>`;
}

/** What the pointer is at: the index of a bucket, or a place on a time axis. */
export function tip_place(params: unknown, field: 'dataIndex' | 'axisValue'): number | null {
  const first: unknown = Array.isArray(params) ? params[0] : params;
  if (typeof first !== 'object' || first === null) return null;
  const at: unknown = Reflect.get(first, field);
  return typeof at === 'number' || typeof at === 'string' ? Number(at) : null;
}
