import { useState } from 'react';

/** Returns whether it is or was open. A loaded part remains mounted, so that its closing is drawn as well. */
export function useWasOpen(open: boolean): boolean {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return open || was;
}
