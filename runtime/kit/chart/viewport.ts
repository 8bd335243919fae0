/** Distance in px from the viewport at which charts are already drawn, so that scrolling shows no empty frames. */
const PRELOAD_MARGIN_PX = 300;

export interface ViewportWatch {
  now(): boolean;
  end(): void;
}

/**
 * Observes whether an element is visible or nearly visible, and calls `came` when it becomes so. Content for paper
 * always counts as visible.
 */
export function watchViewport(element: HTMLElement, came: () => void): ViewportWatch {
  if (element.closest('[data-sharp]')) return { now: () => true, end: () => undefined };
  const page = element.closest('.wd-page');
  let seen: boolean | null = null;
  const observer = new IntersectionObserver(
    (entries) => {
      seen = entries.at(-1)!.isIntersecting;
      if (seen) came();
    },
    { root: page, rootMargin: `${PRELOAD_MARGIN_PX}px 0px` },
  );
  observer.observe(element);
  const measured = (): boolean => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > -PRELOAD_MARGIN_PX && top < innerHeight + PRELOAD_MARGIN_PX;
  };
  return {
    // The observer reports a frame late. The first drawing uses this measurement.
    now: () => {
      seen ??= measured();
      return seen;
    },
    end: () => observer.disconnect(),
  };
}
