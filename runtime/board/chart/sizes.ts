/** One observer for all charts: all are measured before the first is drawn, so that the page is laid out only once. */
interface Sized {
  measure(): void;
  draw(): void;
}

const sized = new Map<Element, Sized>();
let fresh: Element[] = [];
let observer: ResizeObserver | null = null;

function sizes_tell(elements: readonly Element[]): void {
  const changed = elements.flatMap((element) => sized.get(element) ?? []);
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

function fresh_tell(): void {
  const elements = fresh;
  fresh = [];
  sizes_tell(elements);
}

/** Measured and drawn at first and with every change of the element's size; answers what ends it. */
export function size_watch(element: Element, one: Sized): () => void {
  observer ??= new ResizeObserver((entries) => sizes_tell(entries.map(({ target }) => target)));
  const sizes = observer;
  sized.set(element, one);
  // A canvas that is first drawn when the observer speaks is taken over twice, in that picture and in the next one.
  if (fresh.push(element) === 1) requestAnimationFrame(fresh_tell);
  sizes.observe(element);
  return () => {
    sizes.unobserve(element);
    sized.delete(element);
  };
}
