import type { Lang } from '../../core/text/lang.ts';
import { regionText } from '../values/region.ts';

/** A stored region in the language on screen. */
export default function RegionName({ value, lang }: { value: string; lang: Lang }) {
  return <span>{regionText(value, lang)}</span>;
}
