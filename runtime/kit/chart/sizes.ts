/**
 * Observes the sizes of all charts together. All are measured before the first is drawn, so that the page has only one
 * layout.
 */
interface Sized {
  measure(): void;
  draw(): void;
}

const sized = new Map<Element, Sized>();
let fresh: Element[] = [];
let observer: ResizeObserver | null = null;

function notifySizes(elements: readonly Element[]): void {
  const changed = elements.flatMap((element) => sized.get(element) ?? []);
  for (const target of changed) target.measure();
  for (const target of changed) {
    try {
      target.draw();
    } catch (error) {
      // An error of one chart must not prevent the others from being drawn.
      reportError(error);
    }
  }
}

function notifyFresh(): void {
  const elements = fresh;
  fresh = [];
  notifySizes(elements);
}

/** Measures and draws an element, first and after each change of its size. Returns a function that stops it. */
export function watchSize(element: Element, one: Sized): () => void {
  observer ??= new ResizeObserver((entries) => notifySizes(entries.map(({ target }) => target)));
  const sizes = observer;
  sized.set(element, one);
  // Drawing a new canvas in the observer's callback would copy it twice, in this frame and in the next one.
  if (fresh.push(element) === 1) requestAnimationFrame(notifyFresh);
  sizes.observe(element);
  return () => {
    sizes.unobserve(element);
    sized.delete(element);
  };
}
