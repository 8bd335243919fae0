/**
 * Caches finished documents by their content, and makes each once for simultaneous callers. Pure, and independent of
 * documents.
 */
import { LRUCache } from 'lru-cache';

interface Making {
  made: Promise<Buffer>;
  /** Cancels the work. */
  end: AbortController;
  /** The number of callers that wait for the result. */
  waiting: number;
}

interface DocumentCache {
  /** `make` is ended when the last one who waits for this key has left; who leaves is answered the signal's reason. */
  get(key: string, make: (signal: AbortSignal) => Promise<Buffer>, signal?: AbortSignal): Promise<Buffer>;
}

/** Rejects with the reason of the signal, which may never fire. */
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
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    // An empty file needs a size as well.
    sizeCalculation: ({ length }) => length + 1,
  });
  const makings = new Map<string, Making>();

  function begin(key: string, make: (signal: AbortSignal) => Promise<Buffer>): Making {
    const end = new AbortController();
    const made = make(end.signal).then((file) => {
      kept.set(key, file);
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
      const file = kept.get(key);
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
          // The next caller starts again, because this run ends without a document.
          if (makings.get(key) === making) makings.delete(key);
          making.end.abort(signal?.reason);
        }
      }
    },
  };
}
