/** Finds figures on a page that users see only partly. */
import { keepPicture } from './keepPicture.ts';
import type { Tab } from './tab.ts';

/** Between the widths of a phone and a desk, figures have the least space beside each other. */
export const TABLET_WIDTH = 1024;

interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** True if the text ends in "…" or scrolls. A reader then notices that it continues. */
  goesOn: boolean;
}

/**
 * Lists the figures below an element that a user sees only partly. The visible part looks like another amount, count,
 * percentage, date or code. A figure may be cut off by a box, an input, a drawing, or the edge of a scrolled area. It
 * may also be broken over lines, or covered. A tooltip does not help. Runs in the page.
 */
export function cutFigures(root: Element): string[] {
  const SLACK_PX = 2;
  /**
   * Characters without a space, with at least one digit. The match begins at the first character, because long words
   * would otherwise be slow.
   */
  const FIGURES = /(?<![\w¥€$£+\-−.,:/%#])[\w¥€$£+\-−.,:/%#]*\d[\w¥€$£.,:/%°²³\-−]*/g;
  /** A number, a day, a time, or a code of a record. A line must not begin inside it. */
  const WHOLE = /^(?:[¥€$£+\-−]?\d[\d.,:/%−-]*|[A-Z]{1,4}\d[\d-]*)$/;
  /**
   * A figure has no letters in it or beside it, except for its currency, its unit or its zone. Other texts may end in
   * "…", and so may the name of a variable and a checksum.
   */
  const isBare = (text: string): boolean => {
    const letters = text.match(/\p{L}/gu) ?? [];
    return letters.length <= (/\p{Script=Han}/u.test(letters.join('')) ? 3 : 4);
  };
  /**
   * A text without line breaks inside is not broken. If it is cut off, it has two rectangles: for the visible part
   * and for the rest. So has the last line of a clamped text, which ends in "…".
   */
  const isBroken = (parent: Element, data: string, index: number, rows: DOMRectList): boolean => {
    if (countLines(rows) < 2 || getComputedStyle(parent).whiteSpace === 'nowrap') return false;
    // Long words break anywhere, and a figure in them is a part of the word.
    const [before = '', after = ''] = [
      data.slice(0, index).match(/\S*$/)?.[0],
      data.slice(index).match(/^\S*/)?.[0],
    ];
    if (!isBare(before + after)) return false;
    const isClamped = [parent, parent.parentElement].some(
      (one) => one && getComputedStyle(one).webkitLineClamp !== 'none',
    );
    return isBare(data) || !isClamped;
  };
  const known = new Map<Element, readonly Frame[]>();
  /** Returns the boxes around an element that cut off their content, from the inside. */
  const framesOf = (element: Element): readonly Frame[] => {
    const found = known.get(element);
    if (found) return found;
    const { overflowX, textOverflow, fontSize } = getComputedStyle(element);
    const { parentElement: parent, clientWidth: width, clientLeft } = element;
    const { top, bottom } = element.getBoundingClientRect();
    const around = element === root || !parent ? [] : framesOf(parent);
    const left = element.getBoundingClientRect().left + clientLeft;
    const isMarked = textOverflow === 'ellipsis' && element.scrollWidth > width + 1;
    const right = left + width - (isMarked ? Number.parseFloat(fontSize) : 0);
    const goesOn = isMarked || overflowX === 'auto' || overflowX === 'scroll';
    const frames =
      overflowX === 'visible' || width === 0 ? around : [{ left, right, top, bottom, goesOn }, ...around];
    known.set(element, frames);
    return frames;
  };
  const isOut = ({ left, right }: DOMRect, one: Frame): boolean =>
    right <= one.left + SLACK_PX || left >= one.right - SLACK_PX;
  /** A line that is scrolled out of its frame is not visible, so nothing covers it. */
  const isScrolledOut = (place: DOMRect, one: Frame): boolean => {
    const middle = (place.top + place.bottom) / 2;
    return middle <= one.top || middle >= one.bottom;
  };
  const isOver = ({ left, right }: DOMRect, one: Frame): boolean =>
    left < one.left - SLACK_PX || right > one.right + SLACK_PX;
  /**
   * A line that ends in "…" has two rectangles: for all of it and for the rest. A line break has an empty rectangle.
   */
  const countLines = (rows: DOMRectList): number =>
    new Set([...rows].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size;
  /** A transparent element covers nothing. Neither does an element that stays while the page scrolls below it. */
  const covers = (hit: Element, element: Element): boolean => {
    let isOpaque = false;
    for (let one: Element | null = hit; one && !one.contains(element); one = one.parentElement) {
      const { position, opacity, backgroundColor } = getComputedStyle(one);
      if (position === 'fixed' || position === 'sticky' || Number(opacity) < 1) return false;
      isOpaque ||= /^rgb\(/.test(backgroundColor);
    }
    return isOpaque;
  };
  const isCovered = (element: Element, x: number, y: number): boolean | null => {
    const hit = x < 0 || y < 0 ? null : document.elementFromPoint(x, y);
    return hit && root.contains(hit) ? !element.contains(hit) && covers(hit, element) : null;
  };
  const isHalfCovered = (element: Element, { left, right, top, bottom }: DOMRect): boolean => {
    // Users move and enlarge a drawing, so they can see its covered parts.
    if (element.closest('[data-testid=rf__wrapper]') !== null) return false;
    const [start, end] = [left, right - 2 * SLACK_PX].map((x) =>
      isCovered(element, x + SLACK_PX, (top + bottom) / 2),
    );
    return start !== null && end !== null && start !== end;
  };
  /** Returns whether an element that stays during scrolling covers the visible part of a cut figure. */
  const isBelow = (element: Element, { left, right, top, bottom }: DOMRect, one: Frame): boolean => {
    const x = (Math.max(left, one.left) + Math.min(right, one.right)) / 2;
    const hit = document.elementFromPoint(x, (top + bottom) / 2);
    return hit !== null && root.contains(hit) && !element.contains(hit) && !hit.contains(element);
  };
  const VISIBLE = { visibilityProperty: true, opacityProperty: true };
  const cut: string[] = [];
  const look = (element: Element, text: string, place: DOMRect, mayEnd: boolean) => {
    if (place.width <= 1 || place.height <= 1) return;
    const frames = framesOf(element);
    if (frames.some((one) => isScrolledOut(place, one))) return;
    const first = frames.find((one) => isOut(place, one) || isOver(place, one));
    // A figure outside of the visible area is ignored, because nothing can cover it.
    if (first && (isOut(place, first) || isBelow(element, place, first))) return;
    if (first && !(first.goesOn && mayEnd)) cut.push(text);
    else if (isHalfCovered(element, place)) cut.push(`${text} (covered)`);
  };
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const { parentElement: parent, data } = node;
    if (!/\d/.test(data) || !parent?.checkVisibility(VISIBLE)) continue;
    for (const { 0: figure, index } of data.matchAll(FIGURES)) {
      range.setStart(node, index);
      range.setEnd(node, index + figure.length);
      if (WHOLE.test(figure) && isBroken(parent, data, index, range.getClientRects()))
        cut.push(`${figure} (broken)`);
      else look(parent, figure, range.getBoundingClientRect(), !isBare(data));
    }
  }
  for (const input of root.querySelectorAll('input')) {
    if (!/\d/.test(input.value) || !isBare(input.value) || !input.checkVisibility(VISIBLE)) continue;
    if (input.scrollWidth > input.clientWidth + 1) cut.push(`${input.value} (input)`);
    else look(input, input.value, input.getBoundingClientRect(), false);
  }
  return cut;
}

/** Resolves when the page is laid out in its new size, and content that depends on the size is drawn. */
const drawTwice = (): Promise<unknown> =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** Returns the cut figures of a part of the open page, at the current width of the window and at further widths. */
export async function findCutFigures(
  tab: Tab,
  name: string,
  further: readonly number[],
  place = tab.page.locator('main').first(),
): Promise<string[]> {
  const faults: string[] = [];
  const usual = tab.page.viewportSize()!;
  for (const width of [usual.width, ...further]) {
    if (width !== usual.width) await tab.page.setViewportSize({ width, height: usual.height });
    await tab.page.evaluate(drawTwice);
    await tab.settled();
    const cut = await place.evaluate(cutFigures);
    if (cut.length === 0) continue;
    await keepPicture(tab.page, `cut-${name}-${width}`);
    faults.push(`cuts figures at ${width} px: ${cut.slice(0, 5).join(', ')}`);
  }
  if (further.length > 0) await tab.page.setViewportSize(usual);
  return faults;
}
