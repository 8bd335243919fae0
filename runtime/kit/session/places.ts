/**
 * Each kept page remembers where it was left, so that its link in the menu leads back there (its filters are in the
 * URL).
 */
interface Place {
  search: string;
  hash: string;
}

const places = new Map<string, Place>();

export function rememberPlace(route: string, { search, hash }: Place): void {
  places.set(route, { search, hash });
}

export function placeOf(route: string): string {
  const place = places.get(route);
  return place ? route + place.search + place.hash : route;
}

export function forgetPlaces(): void {
  places.clear();
}
