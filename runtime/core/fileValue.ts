/**
 * A stored file in a field: its address, and after '#' its original name (V048). It is one text, so that it works in a
 * list of files and in a table's column alike.
 */
const STORED = /^\/admin\/sys-file\/t\d{1,10}\/[a-z0-9]{32}(?:\.[a-z0-9]{1,8})?(?:#|$)/;

export function fileValue(address: string, name: string): string {
  return `${address}#${encodeURIComponent(name).replaceAll("'", '%27')}`;
}

/** Returns the address. Null for a text that is not an address of ours, because nothing else may become a link. */
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
