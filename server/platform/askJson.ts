/** Calls an external service at an address set by an administrator, and parses the response as JSON. */
const MAX_BYTES = 1_000_000;

async function readBody(response: Response, what: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Error(`${what} is too large`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** `what` names the response in error messages: "the forecast". */
export async function askJson(address: string, what: string, limitMs: number): Promise<unknown> {
  // Redirects are refused, because only the configured address is trusted.
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(limitMs) });
  if (!response.ok) throw new Error(`${what} answered ${response.status}`);
  return JSON.parse(await readBody(response, what));
}
