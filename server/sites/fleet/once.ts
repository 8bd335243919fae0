/** Caches values that several needs of one request share. The widgets of a board show one moment in a round. */
import type { HandlerContext } from '../../engine/context.ts';

type Request = HandlerContext['request'];

/** Reads a value of a kind once for each request and key. */
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
