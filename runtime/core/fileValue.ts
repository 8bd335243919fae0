/**
 * A stored file in a field: its address, '#', and its original name (V048). It is a single string, so that lists and
 * columns can contain it.
 */
const STORED = /^\/admin\/sys-file\/t\d{1,10}\/[a-z0-9]{32}(?:\.[a-z0-9]{1,8})?(?:#|$)/;

export function fileValue(address: string, name: string): string {
  return `${address}#${encodeURIComponent(name).replaceAll("'", '%27')}`;
}

/** Returns the address. Null for any other text, because only stored files may become links. */
export function fileAddress(value: string): string | null {
  return STORED.test(value) ? value.split('#')[0]! : null;
}

/** Returns the address of a small picture of a stored picture or film. Any other address stays as it is. */
export function smallAddress(value: string): string {
  const address = fileAddress(value);
  return address === null ? value : `${address}?size=small`;
}

export function fileName(value: string): string {
  const [address = '', name] = value.split('#');
  try {
    return name ? decodeURIComponent(name) : (address.split('/').pop() ?? address);
  } catch {
    return name ?? address;
  }
}
