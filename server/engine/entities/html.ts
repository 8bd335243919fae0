/** The browser sanitises rendered text again with the same list, because stored text is never trusted. */
import sanitizeHtml from 'sanitize-html';
import {
  keepRichAttributes,
  RICH_ATTRIBUTES,
  RICH_SILENT,
  RICH_TAGS,
} from '../../../runtime/core/text/richText.ts';

/** Maximum nesting depth. Real texts are less deep, and the parser's time grows with the depth times the length. */
const MAX_DEPTH = 100;

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: RICH_TAGS,
  allowedAttributes: { '*': RICH_ATTRIBUTES },
  transformTags: {
    '*': (tagName, attributes) => ({ tagName, attribs: keepRichAttributes(tagName, attributes) }),
  },
  nonTextTags: RICH_SILENT,
  parseStyleAttributes: false,
};

class TooDeep extends Error {}

function countDepth(): Pick<sanitizeHtml.IOptions, 'onOpenTag' | 'onCloseTag'> {
  let depth = 0;
  return {
    onOpenTag: () => {
      depth++;
      if (depth > MAX_DEPTH) throw new TooDeep();
    },
    onCloseTag: () => {
      depth--;
    },
  };
}

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Returns the allowed parts of the text, well-formed. If it is nested too deep, returns plain text with visible tags.
 */
export function sanitiseHtml(source: string): string {
  try {
    // The sanitiser closes empty elements as in XML, but the editor as in HTML. This text occurs nowhere else in the
    // output.
    return sanitizeHtml(source, { ...OPTIONS, ...countDepth() }).replaceAll(' />', '>');
  } catch (error) {
    if (error instanceof TooDeep) return escapeMarkup(source);
    throw error;
  }
}
