import type { Lang } from '../../core/text/lang.ts';
import { regionText } from '../values/region.ts';

/** Shows a stored region in the user's language. */
export default function RegionName({ value, lang }: { value: string; lang: Lang }) {
  return <span>{regionText(value, lang)}</span>;
}
