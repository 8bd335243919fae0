/** Caches finished documents by key. Simultaneous callers with the same key share one run. Pure. */
import { LRUCache } from 'lru-cache';

interface Making {
  made: Promise<Buffer>;
  /** Cancels the run. */
  end: AbortController;
  /** The number of callers that wait for the result. */
  waiting: number;
}

interface DocumentCache {
  /**
   * `make` is cancelled when no caller waits for this key any more. A caller whose signal fires gets the reason of the
   * signal.
   */
  get(key: string, make: (signal: AbortSignal) => Promise<Buffer>, signal?: AbortSignal): Promise<Buffer>;
}

/** Rejects with the reason of the signal when it fires. */
function leaving(signal: AbortSignal | undefined): { left: Promise<never>; stay(): void } {
  let leave = (): void => {};
  const left = new Promise<never>((_, fail) => {
    leave = () => fail(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
  });
  left.catch(() => {});
  return { left, stay: () => signal?.removeEventListener('abort', leave) };
}

export function createDocumentCache(maxBytes: number): DocumentCache {
  const files = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    // The size of an empty file must be positive too.
    sizeCalculation: ({ length }) => length + 1,
  });
  const makings = new Map<string, Making>();

  function begin(key: string, make: (signal: AbortSignal) => Promise<Buffer>): Making {
    const end = new AbortController();
    const made = make(end.signal).then((file) => {
      files.set(key, file);
      return file;
    });
    const making: Making = { made, end, waiting: 0 };
    const forget = (): void => {
      if (makings.get(key) === making) makings.delete(key);
    };
    made.then(forget, forget);
    makings.set(key, making);
    return making;
  }

  return {
    async get(key, make, signal) {
      signal?.throwIfAborted();
      const file = files.get(key);
      if (file) return file;
      const making = makings.get(key) ?? begin(key, make);
      making.waiting += 1;
      const { left, stay } = leaving(signal);
      try {
        return await Promise.race([making.made, left]);
      } finally {
        stay();
        making.waiting -= 1;
        if (making.waiting === 0) {
          // This run is cancelled, so the next caller must start a new one.
          if (makings.get(key) === making) makings.delete(key);
          making.end.abort(signal?.reason);
        }
      }
    },
  };
}
