/** Stores the last address of each kept-alive page, so that its menu link returns to the same filters. */
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
