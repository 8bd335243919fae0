/**
 * The allowed content of rich text, which is untrusted. The server removes everything else when storing
 * (server/engine/entities/html.ts), and the browser when rendering (runtime/fieldTypes/html/cleanHtml.ts).
 */
export const RICH_TAGS =
  'p br strong b em i u s h1 h2 h3 h4 ol ul li blockquote pre code a span sub sup hr table thead tbody tr th td'.split(
    ' ',
  );

/** Elements that are removed together with their content. The text of other forbidden elements is kept. */
export const RICH_SILENT =
  'script style template iframe object noscript noembed noframes svg math title textarea xmp plaintext select option audio video'.split(
    ' ',
  );

export const RICH_ATTRIBUTES = ['href', 'class', 'style', 'data-list', 'rel', 'target'];

export const RICH_LINK = /^(https?:\/\/|mailto:|tel:)[^\s]*$/i;

const COLOUR = /^(#[0-9a-f]{3,6}|rgb\(\s*\d{1,3}\s*(,\s*\d{1,3}\s*){2}\))$/i;
const STYLES: Readonly<Record<string, RegExp>> = {
  color: COLOUR,
  'background-color': COLOUR,
  'text-align': /^(left|right|center|justify)$/,
};
/** The editor's classes for alignment and indents. Other classes could imitate parts of the interface. */
const EDITOR_CLASS = /^ql-[a-z0-9-]+$/;
const LIST_KIND = /^(ordered|bullet|checked|unchecked)$/;

function keepStyle(value: string): string {
  return value
    .split(';')
    .map((part) => part.split(':').map((side) => side.trim()))
    .filter(([name = '', worth = '']) => Object.hasOwn(STYLES, name) && STYLES[name]?.test(worth))
    .map(([name, worth]) => `${name}: ${worth}`)
    .join('; ');
}

function keepAttribute(tag: string, name: string, value: string): Record<string, string> {
  if (name === 'href') {
    const href = value.trim();
    return tag === 'a' && RICH_LINK.test(href) ? { href, rel: 'noopener noreferrer', target: '_blank' } : {};
  }
  if (name === 'data-list') return tag === 'li' && LIST_KIND.test(value) ? { [name]: value } : {};
  const text =
    name === 'class'
      ? value
          .split(/\s+/)
          .filter((name) => EDITOR_CLASS.test(name))
          .join(' ')
      : name === 'style'
        ? keepStyle(value)
        : '';
  return text ? { [name]: text } : {};
}

/** Returns the allowed attributes of an element in order, from attribute names and decoded values. */
export function keepRichAttributes(
  tag: string,
  attributeValues: Readonly<Record<string, string>>,
): Record<string, string> {
  const attributes = Object.entries(attributeValues).map(([name, value]) => keepAttribute(tag, name, value));
  return Object.assign({}, ...attributes) as Record<string, string>;
}
