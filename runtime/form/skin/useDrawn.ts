import { createContext, startTransition, use, useEffect, useState } from 'react';
import { isPhone } from '../../kit/theme/useMedia.ts';

/** Makes a form draw all its parts, as when a wrong field must be shown. */
export const WholeContext = createContext(false);

/**
 * Returns the number of drawn parts. Those that fit a screen come first. Equal numbers follow in turns, between which
 * the browser can draw and handle input. Once all are drawn, added ones are drawn at once.
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
