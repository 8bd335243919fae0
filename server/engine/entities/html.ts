/**
 * Rich text is data of strangers. The output is built anew from an allowlist: a listed tag with listed attributes,
 * or text; nothing of the input is passed through as markup. The browser sanitises once more when it draws.
 */
const TAGS = new Set(
  'p br strong b em i u s h1 h2 h3 h4 ol ul li blockquote pre code a span sub sup hr table thead tbody tr th td'.split(
    ' ',
  ),
);
const VOID_TAGS = new Set(['br', 'hr']);
/** Elements whose content is not text for people. */
const SILENT = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'noscript',
  'svg',
  'math',
  'title',
  'textarea',
]);
const SAFE_LINK = /^(https?:\/\/|mailto:|tel:)[^\s]*$/i;
const CLASS = /^ql-[a-z0-9-]+$/;
const STYLES: readonly (readonly [string, RegExp])[] = [
  ['color', /^(#[0-9a-f]{3,6}|rgb\(\s*\d{1,3}\s*(,\s*\d{1,3}\s*){2}\))$/i],
  ['background-color', /^(#[0-9a-f]{3,6}|rgb\(\s*\d{1,3}\s*(,\s*\d{1,3}\s*){2}\))$/i],
  ['text-align', /^(left|right|center|justify)$/],
];
/** Each alternative matches wherever it begins, so that no text takes longer than its length: a quote ends with the text. */
const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][a-zA-Z0-9-]*)((?:[^>"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*)(?:>|$)|<[!?][^>]*(?:>|$)|[^<]+|</g;
const ATTRIBUTE = /([a-zA-Z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?|[^a-zA-Z-]+/g;
/** Nobody writes anything nested deeper; what is goes without its tags. */
const MAX_DEPTH = 100;
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));?/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };
const LAST_CODE_POINT = 0x10ffff;

function decoded(text: string): string {
  return text.replace(ENTITY, (_, hex?: string, decimal?: string, name?: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? '';
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '';
  });
}

const escaped = (text: string): string =>
  decoded(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function cleanStyle(value: string): string {
  return value
    .split(';')
    .map((part) => part.split(':').map((side) => side.trim()))
    .filter(([name, worth = '']) => STYLES.some(([known, pattern]) => known === name && pattern.test(worth)))
    .map(([name, worth]) => `${name}: ${worth}`)
    .join('; ');
}

function cleanAttribute(tag: string, name: string, value: string): string {
  if (name === 'href' && tag === 'a' && SAFE_LINK.test(value.trim())) {
    return ` href="${escaped(value.trim())}" rel="noopener noreferrer" target="_blank"`;
  }
  if (name === 'class') {
    const kept = value.split(/\s+/).filter((one) => CLASS.test(one));
    return kept.length > 0 ? ` class="${kept.join(' ')}"` : '';
  }
  if (name === 'style') {
    const kept = cleanStyle(value);
    return kept ? ` style="${kept}"` : '';
  }
  if (name === 'data-list' && tag === 'li' && /^(ordered|bullet|checked|unchecked)$/.test(value))
    return ` data-list="${value}"`;
  return '';
}

function cleanAttributes(tag: string, source: string): string {
  const seen = new Set<string>();
  let cleaned = '';
  for (const [, name, double, single, bare] of source.matchAll(ATTRIBUTE)) {
    const key = name?.toLowerCase();
    if (!key || seen.has(key)) continue;
    seen.add(key);
    cleaned += cleanAttribute(tag, key, decoded(double ?? single ?? bare ?? ''));
  }
  return cleaned;
}

export function sanitiseHtml(source: string): string {
  const open: string[] = [];
  let silent: string | null = null;
  let html = '';
  for (const [token, slash, name, attributes = ''] of source.matchAll(TOKEN)) {
    const tag = name?.toLowerCase();
    if (silent) {
      if (slash && tag === silent) silent = null;
      continue;
    }
    if (!tag) {
      if (!/^<[!?]/.test(token)) html += escaped(token);
    } else if (!slash && SILENT.has(tag)) {
      silent = tag;
    } else if (TAGS.has(tag) && !slash) {
      if (open.length >= MAX_DEPTH) continue;
      html += `<${tag}${cleanAttributes(tag, attributes)}>`;
      if (!VOID_TAGS.has(tag)) open.push(tag);
    } else if (TAGS.has(tag) && open.includes(tag)) {
      let closed: string | undefined;
      do {
        closed = open.pop();
        html += `</${closed}>`;
      } while (closed !== tag);
    }
  }
  return (
    html +
    open
      .reverse()
      .map((tag) => `</${tag}>`)
      .join('')
  );
}
