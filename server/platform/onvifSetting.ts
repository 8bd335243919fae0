/**
 * Cameras that are controlled by ONVIF. Only the server's operator knows their addresses and passwords. A camera record
 * contains the name of an entry of its tenant.
 */
export interface OnvifPlace {
  hostname: string;
  port: number;
  path: string;
  isSecure: boolean;
  username: string;
  password: string;
}

/** By tenant and name: `10/gate`. */
export type OnvifPlaces = ReadonlyMap<string, OnvifPlace>;

const ENTRY = /^(\d{1,9}\/[A-Za-z0-9][A-Za-z0-9_.-]{0,99})=(https?:\/\/\S+)$/;
const USUAL_PATH = '/onvif/device_service';
const PORTS = { 'http:': 80, 'https:': 443 } as const;

export const onvifKey = (tenantId: number, name: string): string => `${tenantId}/${name}`;

function placeOf(address: string): OnvifPlace {
  const { hostname, port, pathname, protocol, username, password } = new URL(address);
  return {
    ...{ hostname, port: Number(port) || PORTS[protocol as keyof typeof PORTS] },
    ...{ path: pathname === '/' ? USUAL_PATH : pathname, isSecure: protocol === 'https:' },
    ...{ username: decodeURIComponent(username), password: decodeURIComponent(password) },
  };
}

/** Parses entries such as `10/gate=http://user:password@10.0.0.5`, separated by spaces. Null if they are not valid. */
export function parseOnvif(text: string): OnvifPlaces | null {
  const places = new Map<string, OnvifPlace>();
  for (const entry of text.split(/\s+/).filter(Boolean)) {
    const [, key, address] = ENTRY.exec(entry) ?? [];
    if (key === undefined || address === undefined || !URL.canParse(address) || places.has(key)) return null;
    places.set(key, placeOf(address));
  }
  return places;
}
