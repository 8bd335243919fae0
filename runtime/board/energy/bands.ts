/** Price bands with their names, each in the same colour on every widget. */
import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import type { Tokens } from '../../kit/theme/tokens.ts';

/** Indexes of the series colours. Neighbouring bands on a chart have clearly different colours. */
const COLOR: Readonly<Record<string, number>> = {
  sharp: 3,
  peak: 1,
  flat: 0,
  valley: 2,
  deepValley: 4,
  single: 0,
  hourly: 5,
};

export function bandColor(band: string, theme: Tokens): string {
  const place = COLOR[band];
  return (place === undefined ? undefined : theme.chart[place]) ?? theme.text.tertiary;
}

export function useBandTitle(): (band: string) => string {
  const t = useT();
  const text = useText();
  return (band) => {
    if (band === 'single') return t('energy.single');
    if (band === 'hourly') return t('energy.hourly');
    if (band === 'unpriced') return t('energy.unpriced');
    const entry = dictionaries.tariffBand.entries.find(({ value }) => value === band);
    return entry ? text(entry.title) : band;
  };
}
