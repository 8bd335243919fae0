import { createContext, startTransition, use, useEffect, useState } from 'react';
import { isPhone } from '../../kit/theme/useMedia.ts';

/** True to render all parts of a form at once, for example to show an invalid field. */
export const WholeContext = createContext(false);

/**
 * Returns the number of parts to render. The parts that fit a screen are first. Further parts follow in groups, so that
 * the browser remains responsive. After all are rendered, added parts are rendered at once.
 */
export function useDrawn(total: number, first: { readonly desk: number; readonly phone: number }): number {
  const whole = use(WholeContext);
  const [count, setCount] = useState(() => first[isPhone() ? 'phone' : 'desk']);
  const drawn = whole || count >= total ? Number.POSITIVE_INFINITY : count;
  useEffect(() => {
    if (count === Number.POSITIVE_INFINITY) return;
    if (drawn === Number.POSITIVE_INFINITY) setCount(drawn);
    else startTransition(() => setCount(count * 2));
  }, [count, drawn]);
  return Math.min(drawn, total);
}
