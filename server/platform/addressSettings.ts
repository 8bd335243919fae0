/** Settings that contain addresses. */
import { StartError } from './startError.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Splits `postgres://user@one:5432,two:5432/name` into one address per host. */
export function hostUrls(url: string): string[] {
  const parts = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url);
  if (!parts?.[2]?.includes(',')) return [url];
  const [, before = '', hosts, rest = ''] = parts;
  // The server itself finds the host that accepts writes, so the driver's option is removed.
  const after = rest.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/**
 * Reads a URL. Null if it is not set. Error messages do not repeat the value, because it may contain a
 * password.
 */
export function readUrl(env: Env, name: string, protocols: readonly string[]): string | null {
  const text = env[name];
  if (text === undefined || text === '') return null;
  const expected = protocols.map((protocol) => `${protocol}//host`).join(' or ');
  const urls = hostUrls(text);
  if (!urls.every((url) => URL.canParse(url)))
    throw new StartError(`${name} is not an address; write ${expected}`);
  const { protocol } = new URL(urls[0]!);
  if (!protocols.includes(protocol)) {
    throw new StartError(`${name} must begin with ${protocols.join('// or ')}//, not ${protocol}//`);
  }
  return text;
}

/**
 * Reads an address with placeholders. Null if it is not set. Its host must not contain placeholders, because
 * pages must trust it.
 */
export function readTemplate(env: Env, name: string, places: readonly string[]): string | null {
  const text = readUrl(env, name, ['https:', 'http:']);
  if (text === null) return null;
  const missing = places.find((place) => !text.includes(`{${place}}`));
  if (missing) throw new StartError(`${name} must contain {${missing}}`);
  readOrigin(name, text);
  return text;
}

function readOrigin(name: string, text: string): string {
  const { protocol, host, origin } = URL.canParse(text)
    ? new URL(text)
    : { protocol: '', host: '', origin: '' };
  if (!['https:', 'http:'].includes(protocol) || !/^[A-Za-z0-9.:[\]-]+$/.test(host))
    throw new StartError(`${name} must name addresses such as https://host:port`);
  return origin;
}

export function readOrigins(env: Env, name: string): string[] {
  const texts = (env[name] ?? '').split(',').map((text) => text.trim());
  return [...new Set(texts.filter(Boolean).map((origin) => readOrigin(name, origin)))];
}
