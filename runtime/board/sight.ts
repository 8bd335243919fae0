/** So far beyond the edge of what is seen a chart is drawn already, so that nobody scrolls into emptiness. */
const AHEAD_PX = 300;

export interface Sight {
  now(): boolean;
  end(): void;
}

/** Whether an element is in sight, or soon: `came` is called when it comes there. What goes on paper always is. */
export function watchSight(element: HTMLElement, came: () => void): Sight {
  if (element.closest('[data-sharp]')) return { now: () => true, end: () => undefined };
  const page = element.closest('.wd-page');
  let seen: boolean | null = null;
  const observer = new IntersectionObserver(
    (entries) => {
      seen = entries.at(-1)!.isIntersecting;
      if (seen) came();
    },
    { root: page, rootMargin: `${AHEAD_PX}px 0px` },
  );
  observer.observe(element);
  const measured = (): boolean => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > -AHEAD_PX && top < innerHeight + AHEAD_PX;
  };
  return {
    // What the observer says comes a frame late, which the first picture need not wait for.
    now: () => {
      seen ??= measured();
      return seen;
    },
    end: () => observer.disconnect(),
  };
}
