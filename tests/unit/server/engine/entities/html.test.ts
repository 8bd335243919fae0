import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { RICH_ATTRIBUTES, RICH_TAGS } from '../../../../../runtime/core/text/richText.ts';
import { createHtmlCleaner } from '../../../../../runtime/fieldTypes/html/cleanHtml.ts';
import { sanitiseHtml } from '../../../../../server/engine/entities/html.ts';

const { window } = new JSDOM('');
const cleanHtml = createHtmlCleaner(window);

function read(html: string): HTMLElement {
  const page = window.document.createElement('div');
  page.innerHTML = html;
  return page;
}

/** Returns the markup as a browser reads and writes it, so that two spellings of one document are equal. */
const reread = (html: string): string => read(html).innerHTML;

/** Describes the parts without their nesting, because misnested elements may be nested differently in another place. */
function describeParts(html: string) {
  const page = read(html);
  const elements = [...page.querySelectorAll('*')];
  const names = elements.flatMap(({ attributes }) => [...attributes].map(({ name }) => name));
  return {
    tags: [...new Set(elements.map(({ localName }) => localName))].sort(),
    attributes: [...new Set(names)].sort(),
    text: [...(page.textContent ?? '')].sort().join(''),
  };
}

describe('rich text', () => {
  it.each([
    [
      'what the editor writes',
      '<p>Hello <strong>world</strong> &amp; <em>all</em><br></p><ol><li data-list="bullet" class="ql-indent-1">one</li></ol><p style="color: rgb(230, 0, 0); text-align: center" class="ql-align-center">x</p>',
    ],
    ['a table', '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'],
    [
      'blocks',
      '<h1>a</h1><h4>b</h4><blockquote>c</blockquote><pre><code>d</code></pre><hr><p>H<sub>2</sub>O<sup>3</sup></p>',
    ],
    ['quotes and hard spaces', '<p>"a"\u00a0\'b\'</p>'],
  ])('keeps %s on both sides', (_, html) => {
    expect(sanitiseHtml(html)).toBe(html);
    expect(cleanHtml(html)).toBe(reread(html));
  });

  it('keeps links to the web, in a new window without a way back', () => {
    const expected =
      '<a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">x</a>';
    expect(sanitiseHtml('<a target="_top" href="https://example.com/?a=1&amp;b=2">x</a>')).toBe(expected);
    expect(cleanHtml('<a target="_top" href="https://example.com/?a=1&amp;b=2">x</a>')).toBe(expected);
  });

  it.each([
    ['<script>alert(1)</script>', ''],
    ['<scr<script>ipt>alert(1)</script>', 'ipt&gt;alert(1)'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['<svg><script>alert(1)</script></svg>b', 'b'],
    ['<svg/onload=alert(1)>', ''],
    ['<style>p{}</style>a', 'a'],
    ['<!-- <script>alert(1)</script> -->a', 'a'],
    ['<p style="background:url(javascript:alert(1));color:#f00">a</p>', '<p style="color: #f00">a</p>'],
    ['<p title="</p><script>alert(1)</script>">a</p>', '<p>a</p>'],
    ['<p class="wd-shell ql-indent-1 ant-modal">a</p>', '<p class="ql-indent-1">a</p>'],
    ['<p data-list="bullet" data-x="1">a</p>', '<p>a</p>'],
    ['<iframe src="javascript:alert(1)"></iframe>a', 'a'],
    ['<textarea><p>x</p></textarea>a', 'a'],
    ['<p>a', '<p>a</p>'],
    ['1 < 2 && 3 > 2', '1 &lt; 2 &amp;&amp; 3 &gt; 2'],
    ['&lt;script&gt;', '&lt;script&gt;'],
    ['<b><i>a</b></i>', '<b><i>a</i></b>'],
    ['<div><p>a</p></div>', '<p>a</p>'],
    ...[
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      '&#106;avascript:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      '//evil.example',
    ].map((href) => [`<a href="${href}">x</a>`, '<a>x</a>']),
  ])('makes %s harmless on both sides', (source, expected) => {
    expect(sanitiseHtml(source)).toBe(expected);
    expect(cleanHtml(source)).toBe(expected);
  });

  it.each([
    '<math><mtext></p><style><img src onerror=alert(1)></style></math>',
    '<!--><img src onerror=alert(1)>-->',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<table><a href="javascript:alert(1)">x</a><tr><td><svg onload=alert(1)>',
    '<p id="x" name="y"><input name=attributes>a',
  ])('keeps nothing of %s that is not on the list', (source) => {
    expect(reread(sanitiseHtml(source))).not.toMatch(
      /onerror|onload|javascript|<(?!\/?(p|a|table|tbody|tr|td)\b)/,
    );
    expect(cleanHtml(source)).not.toMatch(/onerror|onload|javascript|<(?!\/?(p|a|table|tbody|tr|td)\b)/);
  });

  const text = fc.constantFrom('a', ' ', '&amp;', '&lt;b&gt;', '"', '中文');
  const attribute = fc.constantFrom(
    'class="ql-align-right x"',
    'style="color: #123456; position: fixed"',
    'onclick="x()"',
    'href="https://a.example/?b=1"',
    'href="javascript:x()"',
    'data-list="ordered"',
    'id="a"',
  );
  const opened = (tag: string, attributes: string[]) => `<${[tag, ...new Set(attributes)].join(' ')}>`;
  const element = (tags: string[], inner: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.constantFrom(...tags), fc.array(attribute, { maxLength: 1 }), inner)
      .map(([tag, attributes, content]) => `${opened(tag, attributes)}${content}</${tag}>`);
  const many = (part: fc.Arbitrary<string>) =>
    fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
  const inline = many(
    fc.oneof(text, element(['strong', 'em', 'u', 'span', 'sub', 'font', 'label'], many(text))),
  );
  const list = element(['ul', 'ol'], element(['li'], inline));
  const table = element(['table'], element(['tbody'], element(['tr'], element(['td', 'th'], inline))));
  const block = fc.oneof(
    element(['p', 'h2', 'blockquote', 'div', 'section', 'script', 'style'], inline),
    list,
    table,
  );

  it('keeps the same of ordinary documents on both sides', () => {
    fc.assert(
      fc.property(many(block), (source) => {
        expect(reread(sanitiseHtml(source))).toBe(cleanHtml(source));
      }),
    );
  });

  const soup = fc.constantFrom(
    ...[
      ...RICH_TAGS,
      'script',
      'svg',
      'math',
      'style',
      'img',
      'div',
      'template',
      'noscript',
      'textarea',
      'select',
    ].flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag} onclick=x href='javascript:x'>`]),
    '<',
    '>',
    '"',
    '<!--',
    '-->',
    ']]>',
    '<![CDATA[',
    'a',
  );

  it('keeps only listed parts of any input, with nothing left to clean for the screen', () => {
    fc.assert(
      fc.property(fc.array(soup, { maxLength: 30 }), (parts) => {
        const sanitised = sanitiseHtml(parts.join(''));
        const { tags, attributes, text } = describeParts(sanitised);
        expect(tags.filter((tag) => !RICH_TAGS.includes(tag))).toEqual([]);
        expect(attributes.filter((name) => !RICH_ATTRIBUTES.includes(name))).toEqual([]);
        expect(describeParts(cleanHtml(sanitised))).toEqual({ tags, attributes, text });
      }),
      { numRuns: 1000 },
    );
  });

  it('is unchanged when it is cleaned again', () => {
    const once = sanitiseHtml('<p>a < b</p><a href="https://a.b/?x=<y>&z">l</a><b>c');
    expect(sanitiseHtml(once)).toBe(once);
  });

  it('shows text with extreme nesting as text', () => {
    const deep = `${'<b>'.repeat(101)}a`;
    expect(sanitiseHtml(deep)).toBe(`${'&lt;b&gt;'.repeat(101)}a`);
    expect(sanitiseHtml(`${'<b>'.repeat(100)}a`)).toBe(`${'<b>'.repeat(100)}a${'</b>'.repeat(100)}`);
  });

  it('ends with hostile input', () => {
    const MANY = 300_000;
    const hostile = [
      '<'.repeat(MANY),
      '<a '.repeat(MANY),
      `${'<a '.repeat(MANY)}"`,
      `<p ${'a="'.repeat(MANY)}`,
      `<p ${'a'.repeat(MANY)}>`,
      `<p a=${' '.repeat(MANY)}>`,
      `${'<b>'.repeat(MANY)}${'</i>'.repeat(MANY)}`,
      `${'<!--'.repeat(MANY)}`,
      `${'<x>'.repeat(MANY)}${'</y>'.repeat(MANY)}`,
      '<noscript></p>'.repeat(MANY),
      '<table><tr><td>x'.repeat(MANY),
      `<p style="color:${' '.repeat(MANY)}x">`,
    ];
    for (const text of hostile) expect(sanitiseHtml(text)).not.toMatch(/<a |<p /);
  });
});
