import { useState } from 'react';

/** Returns whether it is or was open: a part that was loaded stays loaded, so that its closing is drawn as well. */
export function useWasOpen(open: boolean): boolean {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return open || was;
}
