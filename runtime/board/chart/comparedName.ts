import type { Translate } from '../../kit/i18n/index.ts';
import { isComparePeriod } from '../options/compare.ts';

/** Returns a name such as "Load · last day" for legend and tooltip. */
export const comparedName = (t: Translate, name: string, period: unknown): string =>
  isComparePeriod(period) ? `${name} · ${t(`widget.last.${period}`)}` : name;
