import type { Lang } from '../../runtime/core/lang.ts';
import { type CatalogueDevice, catalogue, INVERTER } from './simulator/catalogue.ts';
import type { SiteSpec } from './simulator/site.ts';

/** The devices of a site: the catalogue's, with one inverter for each array. */
export function siteDevices(
  site: SiteSpec,
  lang: Lang,
): { suffix: string; name: string; device: CatalogueDevice }[] {
  return catalogue.flatMap((device) =>
    device.device === INVERTER
      ? site.arrays.map((array, i) => ({ suffix: array.device, name: `${device[lang]} ${i + 1}`, device }))
      : [{ suffix: device.device, name: device[lang], device }],
  );
}
