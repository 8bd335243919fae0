import { useState } from 'react';

/**
 * Returns whether the overlay is or was open. A loaded overlay remains mounted, so that its closing animation is
 * visible.
 */
export function useWasOpen(open: boolean): boolean {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return open || was;
}
