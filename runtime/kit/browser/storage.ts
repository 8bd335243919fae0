/** Accesses browser storage, which may be missing or forbidden. In that case nothing is stored, without an error. */
function attempt<T>(use: () => T, otherwise: T): T {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

export function readLocal(key: string): string | null {
  return attempt(() => localStorage.getItem(key), null);
}

export function writeLocal(key: string, value: string): void {
  attempt(() => localStorage.setItem(key, value), undefined);
}

export function removeLocal(key: string): void {
  attempt(() => localStorage.removeItem(key), undefined);
}

export function readSession(key: string): string | null {
  return attempt(() => sessionStorage.getItem(key), null);
}

export function writeSession(key: string, value: string | null): void {
  attempt(() => {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  }, undefined);
}

/** V171: prefix of all cookies of the platform. */
export const COOKIE_PREFIX = 'EMS-';
const DAY_SECONDS = 86_400;

export interface Cookies {
  read(name: string): string | null;
  /** Writes a cookie for at most one day (V171). */
  write(name: string, value: string, maxAgeSeconds?: number): void;
  remove(name: string): void;
}

function cookieText(name: string, value: string, maxAge: number): string {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  return `${COOKIE_PREFIX}${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}

// The Cookie Store API does not exist over plain HTTP.
export const browserCookies: Cookies = {
  read(name) {
    const start = `${COOKIE_PREFIX}${name}=`;
    const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
    return pair === undefined ? null : decodeURIComponent(pair.slice(start.length));
  },
  write(name, value, maxAgeSeconds = DAY_SECONDS) {
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    document.cookie = cookieText(name, value, Math.min(Math.floor(maxAgeSeconds), DAY_SECONDS));
  },
  remove(name) {
    // biome-ignore lint/suspicious/noDocumentCookie: see above
    document.cookie = cookieText(name, '', 0);
  },
};
