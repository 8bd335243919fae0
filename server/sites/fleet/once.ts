/** Caches values within a request, so that all widgets of a board show the same time in a round. */
import type { HandlerContext } from '../../engine/context.ts';

type Request = HandlerContext['request'];

/** Returns a function that reads a value once per request and key. */
export function createOnce<T>(): (request: Request, key: string, read: () => Promise<T>) => Promise<T> {
  const known = new WeakMap<Request, Map<string, Promise<T>>>();
  return (request, key, read) => {
    const own = known.get(request) ?? new Map<string, Promise<T>>();
    known.set(request, own);
    const found = own.get(key) ?? read();
    own.set(key, found);
    return found;
  };
}
