/** Rich text is data: what is not on the list never reaches the page (see also the server's own list). */
import DOMPurify from 'dompurify';

const TAGS = 'p br strong b em i u s h1 h2 h3 h4 ol ul li blockquote pre code a span sub sup hr'.split(' ');
const ATTRIBUTES = ['href', 'class', 'style', 'data-list', 'target', 'rel'];

export function cleanHtml(html: string): string {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:)/i,
  });
}
