import { type ReactNode, useCallback, useState } from 'react';

type Dialog = (close: () => void) => ReactNode;

/** Manages one dialog at a time. `dialog` is null while none is open. */
export function useOneDialog() {
  // Wrapped in an object, because React would call a function as a state updater.
  const [shown, setShown] = useState<{ render: Dialog } | null>(null);
  const close = useCallback(() => setShown(null), []);
  const openDialog = useCallback((render: Dialog) => setShown({ render }), []);
  return { dialog: shown?.render(close), isOpen: shown !== null, openDialog };
}
