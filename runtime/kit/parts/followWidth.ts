/**
 * Calls `lay` now, and after each change of the element's width. Returns a function that stops this.
 * Undefined if the browser has no ResizeObserver.
 */
export function followWidth(element: HTMLElement, lay: () => void): (() => void) | undefined {
  lay();
  if (typeof ResizeObserver === 'undefined') return undefined;
  let known = element.clientWidth;
  const observer = new ResizeObserver(() => {
    if (element.clientWidth === known) return;
    known = element.clientWidth;
    lay();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
