/** One observer for all charts: all are measured before the first is drawn, so that the page is laid out only once. */
interface Sized {
  measure(): void;
  draw(): void;
}

const sized = new Map<Element, Sized>();
let observer: ResizeObserver | null = null;

function sizes_tell(entries: readonly ResizeObserverEntry[]): void {
  const changed = entries.flatMap(({ target }) => sized.get(target) ?? []);
  for (const one of changed) one.measure();
  for (const one of changed) {
    try {
      one.draw();
    } catch (error) {
      // One chart's trouble is its own.
      reportError(error);
    }
  }
}

/** Measured and drawn at first and with every change of the element's size; answers what ends it. */
export function size_watch(element: Element, one: Sized): () => void {
  observer ??= new ResizeObserver(sizes_tell);
  const sizes = observer;
  sized.set(element, one);
  sizes.observe(element);
  return () => {
    sizes.unobserve(element);
    sized.delete(element);
  };
}
