import { geoEquirectangular, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import worldAddress from 'world-atlas/countries-50m.json?url';

type World = Parameters<typeof feature>[0];

let outline: Promise<string> | null = null;

/** Returns all countries as one path in degrees. The data file is part of the product. */
async function drawOutline(): Promise<string> {
  const answer = await fetch(worldAddress);
  if (!answer.ok) throw new Error(`the map answered ${answer.status}`);
  const world = (await answer.json()) as World;
  const degrees = geoEquirectangular()
    .scale(180 / Math.PI)
    .translate([0, 0])
    .precision(0);
  return geoPath(degrees).digits(2)(feature(world, world.objects.countries!)) ?? '';
}

export function loadOutline(): Promise<string> {
  outline ??= drawOutline().catch((error: unknown) => {
    outline = null;
    throw error;
  });
  return outline;
}
