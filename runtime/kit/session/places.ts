/** Stores where the user left each kept page, so that its menu link returns there (its filters are in the URL). */
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
