import { createContext, startTransition, use, useEffect, useState } from 'react';

/** Tells a form's parts that all of it must stand there, as when a field that is wrong is to be shown. */
export const WholeContext = createContext(false);

/**
 * Returns how many of so many parts are drawn: those that a screen has room for at once, the rest in turns of a few that give
 * way to the screen and to input. Once all were there, what is added is drawn at once.
 */
export function useDrawn(total: number, first: number): number {
  const whole = use(WholeContext);
  const [count, setCount] = useState(first);
  const drawn = whole || count >= total ? Number.POSITIVE_INFINITY : count;
  useEffect(() => {
    if (count === Number.POSITIVE_INFINITY) return;
    if (drawn === Number.POSITIVE_INFINITY) setCount(drawn);
    else startTransition(() => setCount(count + first));
  }, [count, drawn, first]);
  return Math.min(drawn, total);
}
