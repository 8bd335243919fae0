/** Sanitises rich text, which is untrusted. Only allowed content is rendered. */
import DOMPurify, { type Config } from 'dompurify';
import {
  keepRichAttributes,
  RICH_ATTRIBUTES,
  RICH_LINK,
  RICH_SILENT,
  RICH_TAGS,
} from '../../core/text/richText.ts';

const CONFIG: Config = {
  ALLOWED_TAGS: RICH_TAGS,
  ALLOWED_ATTR: RICH_ATTRIBUTES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: RICH_LINK,
  // Without this exception the sanitiser removes the list kind, because its value is no URI.
  ADD_URI_SAFE_ATTR: ['data-list'],
  FORBID_CONTENTS: RICH_SILENT,
};

function cleanAttributes(element: Element): void {
  const original = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  for (const name of Object.keys(original)) element.removeAttribute(name);
  const attributes = keepRichAttributes(element.localName, original);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

/**
 * Creates a sanitiser for a window. Processes without a window can load this module, but calling the sanitiser throws.
 */
export function createHtmlCleaner(window?: Parameters<typeof DOMPurify>[0]): (html: string) => string {
  const purify = DOMPurify(window);
  if (purify.isSupported) purify.addHook('afterSanitizeAttributes', cleanAttributes);
  return (html) => purify.sanitize(html, CONFIG);
}

export const cleanHtml = createHtmlCleaner();
