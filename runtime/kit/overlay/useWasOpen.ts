import { useState } from 'react';

/** Returns whether it is or was open: what is loaded to be opened stays afterwards, so that it closes as it opened. */
export function useWasOpen(open: boolean): boolean {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return open || was;
}
