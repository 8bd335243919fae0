/** Finds texts of a page that users cannot read completely. */

/**
 * Lists the texts below an element that a box around them cuts off without "…". Drawings (SVG, canvas), texts only for
 * a screen reader, and scrolling texts are left out. Runs in the page.
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
      // The text is only for screen readers.
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
