/** Figures on a page of which users see only a part. */
import { keepPicture } from './keepPicture.ts';
import type { Tab } from './tab.ts';

/** At a width between those of a phone and a desk, figures have the least room beside each other. */
export const TABLET_WIDTH = 1024;

interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The text ends in "…", or it scrolls, so that a reader notices that it continues. */
  goesOn: boolean;
}

/**
 * Lists the figures below an element of which a user sees only a part. A part looks like another amount, count,
 * percentage, date or code. A figure may be cut off by a box, an input, a drawing, or the edge of a scrolled area. It
 * may also be broken over lines, or covered. A title on it does not help. Runs in the page.
 */
export function cutFigures(root: Element): string[] {
  const SLACK_PX = 2;
  /**
   * Characters without a gap, with at least one digit. They are read from the first one on, so that a long word costs
   * no more.
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
   * A text that never begins a new line is not broken. If it is cut, it has one rectangle for the visible part and one
   * for the rest. The same is true of the last line of a clamped text, which ends in "…".
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
  /** A line that is scrolled out of its frame is not read, whatever is drawn in its place. */
  const isScrolledOut = (place: DOMRect, one: Frame): boolean => {
    const middle = (place.top + place.bottom) / 2;
    return middle <= one.top || middle >= one.bottom;
  };
  const isOver = ({ left, right }: DOMRect, one: Frame): boolean =>
    left < one.left - SLACK_PX || right > one.right + SLACK_PX;
  /** A line that ends in "…" has two rectangles, for all of it and for the rest. A line break has an empty one. */
  const countLines = (rows: DOMRectList): number =>
    new Set([...rows].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size;
  /** An element that is transparent, or that stays while the page scrolls below it, covers nothing. */
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
    // A user moves and enlarges a drawing, so that a part that is covered comes into sight.
    if (element.closest('[data-testid=rf__wrapper]') !== null) return false;
    const [start, end] = [left, right - 2 * SLACK_PX].map((x) =>
      isCovered(element, x + SLACK_PX, (top + bottom) / 2),
    );
    return start !== null && end !== null && start !== end;
  };
  /** Returns whether a part that stays during scrolling covers the visible part of a cut figure. */
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
    // A figure that is completely out of sight is not read, and nothing can cover it.
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

/** Resolves when the page was laid out in its new size, and what follows its size was drawn. */
const drawTwice = (): Promise<unknown> =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

/** Returns the figures that are cut in a part of the open page, at the width of its window and at further ones. */
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
