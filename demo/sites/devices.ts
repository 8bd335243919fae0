import type { SourceLang } from '../../runtime/core/text/lang.ts';
import { type CatalogueDevice, catalogue, INVERTER } from '../simulator/catalogue.ts';
import type { SiteSpec } from '../simulator/site.ts';

interface SiteDevice {
  suffix: string;
  name: string;
  device: CatalogueDevice;
  /** Power of the panels on an inverter, kWp. */
  peakPower: number | null;
}

/** Returns the devices of a site: the devices of the catalogue, with one inverter for each array. */
export function siteDevices(site: SiteSpec, lang: SourceLang): SiteDevice[] {
  return catalogue.flatMap((device): SiteDevice[] =>
    device.device === INVERTER
      ? site.arrays.map(({ device: suffix, peak: peakPower }, i) => ({
          ...{ suffix, name: `${device[lang]} ${i + 1}`, device, peakPower },
        }))
      : [{ suffix: device.device, name: device[lang], device, peakPower: null }],
  );
}
