/** Texts on a page that users cannot read whole. */

/**
 * Lists the texts below an element that a box around them cuts off, other than by "…". What is drawn (SVG, canvas), what
 * only a screen reader gets and what scrolls is left out. Runs in the page.
 */
export function hiddenTexts(root: Element): string[] {
  const SLACK_PX = 2;
  const clips = (value: string) => value === 'hidden' || value === 'clip';
  const isCut = (text: Text): boolean => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { top, bottom, left, right, width, height } = range.getBoundingClientRect();
    if (width === 0 || height === 0) return false;
    for (let one = text.parentElement; one && root.contains(one); one = one.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(one);
      const box = one.getBoundingClientRect();
      // A screen reader alone gets it.
      if (box.width <= 1 || box.height <= 1) return false;
      if (overflowY === 'auto' || overflowY === 'scroll' || overflowX === 'auto') return false;
      if (clips(overflowY) && (top < box.top - SLACK_PX || bottom > box.bottom + SLACK_PX)) return true;
      const isCutAside = left < box.left - SLACK_PX || right > box.right + SLACK_PX;
      if (clips(overflowX) && isCutAside && textOverflow !== 'ellipsis') return true;
    }
    return false;
  };
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const { parentElement: parent, data } = node;
    if (!data.trim() || !parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('svg'))
      continue;
    if (isCut(node)) texts.push(data.trim());
  }
  return texts;
}

/**
 * Lists the figures below an element that a user sees in part only, for a part of a figure reads as another figure: cut
 * by a box or an input, at the edge of what scrolls, or below something that lies over it. Runs in the page.
 */
export function cutFigures(root: Element): string[] {
  const SLACK_PX = 2;
  const FIGURE = /^(?:[A-Z]{2,3}|[¥€$£])?\s*[-−+]?\d[\d,.]*(?:\s*[^\s\d]{1,8})?$/u;
  const cut: string[] = [];
  /** The part of it between the edges of all boxes around it. */
  const isCutAside = (element: Element, left: number, right: number): boolean => {
    for (let one: Element | null = element; one && root.contains(one); one = one.parentElement) {
      if (getComputedStyle(one).overflowX === 'visible') continue;
      const box = one.getBoundingClientRect();
      const [from, to] = [box.left + one.clientLeft, box.left + one.clientLeft + one.clientWidth];
      // A figure that is wholly out of sight reads as nothing.
      if (right <= from + SLACK_PX || left >= to - SLACK_PX) return false;
      if (left < from - SLACK_PX || right > to + SLACK_PX) return true;
    }
    return false;
  };
  const isAt = (element: Element, x: number, y: number): boolean | null => {
    const hit = x < 0 || y < 0 ? null : document.elementFromPoint(x, y);
    return hit && (element.contains(hit) || hit.contains(element));
  };
  const look = (element: Element, text: string, { left, right, top, bottom }: DOMRect) => {
    if (right - left === 0 || bottom - top === 0) return;
    const middle = (top + bottom) / 2;
    const [start, end] = [isAt(element, left + SLACK_PX, middle), isAt(element, right - SLACK_PX, middle)];
    if (isCutAside(element, left, right) || (start !== null && end !== null && start !== end)) cut.push(text);
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const { parentElement: parent } = node;
    const text = node.data.trim();
    if (!FIGURE.test(text) || !parent?.checkVisibility({ visibilityProperty: true })) continue;
    if (parent.closest('svg')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rows = range.getClientRects();
    // A currency may stand above its figure.
    if (rows.length > text.split(/\s+/).length) cut.push(`${text} (broken)`);
    else look(parent, text, range.getBoundingClientRect());
  }
  for (const input of root.querySelectorAll('input')) {
    if (!FIGURE.test(input.value.trim()) || !input.checkVisibility()) continue;
    if (input.scrollWidth > input.clientWidth + 1) cut.push(`${input.value} (input)`);
    else look(input, input.value, input.getBoundingClientRect());
  }
  return cut;
}
