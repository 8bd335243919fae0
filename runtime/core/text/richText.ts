/**
 * Rich text is data of strangers. This is the one list of what it may hold: the server keeps nothing else
 * (server/engine/entities/html.ts) and the browser draws nothing else (runtime/fieldTypes/html/cleanHtml.ts).
 */
export const RICH_TAGS =
  'p br strong b em i u s h1 h2 h3 h4 ol ul li blockquote pre code a span sub sup hr table thead tbody tr th td'.split(
    ' ',
  );

/** The content of these elements is not text for people: it goes with its tags. Of all others the text stays. */
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
/** The editor marks alignment and indents by classes of its own; a class of the product would dress a text up as a screen. */
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

/** Gives the attributes that an element keeps, in their order, by the names and decoded values that it came with. */
export function keepRichAttributes(
  tag: string,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const attributes = Object.entries(given).map(([name, value]) => keepAttribute(tag, name, value));
  return Object.assign({}, ...attributes) as Record<string, string>;
}
