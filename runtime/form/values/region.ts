import { type Province, REGIONS } from '../../core/regions.ts';
import type { Lang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';

export interface RegionOption {
  value: string;
  label: string;
  children?: RegionOption[];
}

const named = ([zh, en]: readonly [zh: string, en: string, ...unknown[]], lang: Lang): RegionOption => ({
  value: zh,
  label: pickText({ zh, en }, lang),
});

export function regionOptions(lang: Lang): RegionOption[] {
  return REGIONS.map((province: Province) => {
    const [, , cities] = province;
    const children = cities.map((city) => named(city, lang));
    return { ...named(province, lang), ...(children.length > 0 ? { children } : {}) };
  });
}

const SEPARATOR = '/';

export function splitRegion(value: string | undefined): string[] {
  return value ? value.split(SEPARATOR) : [];
}

export function joinRegion(path: readonly string[] | undefined): string | undefined {
  return path && path.length > 0 ? path.join(SEPARATOR) : undefined;
}

/** Returns the stored names in the displayed language. Unknown names are unchanged. */
export function regionText(value: string, lang: Lang): string {
  const path = splitRegion(value);
  let options: RegionOption[] | undefined = regionOptions(lang);
  if (!options.some((option) => option.value === path[0])) return value;
  return path
    .map((zh) => {
      const option: RegionOption | undefined = options?.find((candidate) => candidate.value === zh);
      options = option?.children;
      return option?.label ?? zh;
    })
    .join(' / ');
}
