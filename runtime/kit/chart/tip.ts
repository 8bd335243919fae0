/** The tooltip of charts. Names and values are text, never markup. */

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

export interface TipRow {
  color: string;
  name: string;
  value: string;
}

export function tipHtml(head: string, rows: readonly TipRow[]): string {
  const lines = rows.map(({ color, name, value }) => {
    const dot = `<i style="background:${escapeHtml(color)}"></i>`;
    return `<tr><td>${dot}${escapeHtml(name)}</td><td>${escapeHtml(value)}</td></tr>`;
  });
  return `<div class="wd-tip" role="tooltip"><b>${escapeHtml(head)}</b><table>${lines.join('')}</table></div>`;
}

/**
 * Returns the position of the pointer: the index of a bucket, or the value on a time axis. Null if the chart
 * does not report it.
 */
export function placeTip(params: unknown, field: 'dataIndex' | 'axisValue'): number | null {
  const first: unknown = Array.isArray(params) ? params[0] : params;
  if (typeof first !== 'object' || first === null) return null;
  const time: unknown = Reflect.get(first, field);
  return typeof time === 'number' || typeof time === 'string' ? Number(time) : null;
}
