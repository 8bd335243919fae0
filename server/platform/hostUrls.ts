/** Splits `postgres://user@one:5432,two:5432/name` into one address per host. */
export function hostUrls(url: string): string[] {
  const parts = /^([a-z]+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(url);
  if (!parts?.[2]?.includes(',')) return [url];
  const [, before = '', hosts, rest = ''] = parts;
  // The server itself finds the host that accepts writes, so the driver's option is removed.
  const after = rest.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '');
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
