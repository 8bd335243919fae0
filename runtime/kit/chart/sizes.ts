/**
 * Observes the sizes of all charts at once: all are measured before the first is drawn, so that the page is laid out
 * only once.
 */
interface Sized {
  measure(): void;
  draw(): void;
}

const sized = new Map<Element, Sized>();
let fresh: Element[] = [];
let observer: ResizeObserver | null = null;

function tellSizes(elements: readonly Element[]): void {
  const changed = elements.flatMap((element) => sized.get(element) ?? []);
  for (const target of changed) target.measure();
  for (const target of changed) {
    try {
      target.draw();
    } catch (error) {
      // A chart that fails must not keep the others from being drawn.
      reportError(error);
    }
  }
}

function tellFresh(): void {
  const elements = fresh;
  fresh = [];
  tellSizes(elements);
}

/** Measured and drawn at first and with every change of the element's size; answers what ends it. */
export function watchSize(element: Element, one: Sized): () => void {
  observer ??= new ResizeObserver((entries) => tellSizes(entries.map(({ target }) => target)));
  const sizes = observer;
  sized.set(element, one);
  // A canvas that is first drawn when the observer speaks is taken over twice, in that picture and in the next one.
  if (fresh.push(element) === 1) requestAnimationFrame(tellFresh);
  sizes.observe(element);
  return () => {
    sizes.unobserve(element);
    sized.delete(element);
  };
}
