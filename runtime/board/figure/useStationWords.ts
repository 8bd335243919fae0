import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import type { StationWords } from './keyFigure.ts';

/** Returns the words for a fact about the station in the displayed language. */
export function useStationWords(): StationWords {
  const text = useText();
  const t = useT();
  return {
    title(dictionary, value) {
      const entry = dictionaries[dictionary].entries.find((entry) => entry.value === value);
      return entry ? text(entry.title) : value;
    },
    days: t('widget.keyData.days'),
  };
}
