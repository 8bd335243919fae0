import type { Lang } from '../../core/format.ts';
import { region_text } from '../controls/region/region.ts';

/** A stored region in the language on screen. */
export default function RegionName({ value, lang }: { value: string; lang: Lang }) {
  return <span>{region_text(value, lang)}</span>;
}
