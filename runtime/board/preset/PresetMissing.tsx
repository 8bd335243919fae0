import { textsTable } from '../../core/document/texts.ts';
import { languageOf } from '../../core/text/lang.ts';
import { useLang, useT } from '../../kit/i18n/index.ts';
import { widgetTitle } from '../widget/resolve.ts';
import type { Offer } from './presets.ts';

const NAMED = 3;

/** Lists the parts of a preset for which this station has no data, or only partial data. */
export function PresetMissing({ offer: { preset, missing } }: { offer: Offer }) {
  const t = useT();
  const lang = useLang();
  if (missing.length === 0) return null;
  const words = { table: textsTable(preset.document.texts), lang };
  const titles = missing.map((widget) => widgetTitle(widget, words));
  const names = titles.slice(0, NAMED).join(languageOf(lang).comma);
  return (
    <small className="wd-preset-missing" title={titles.join('\n')}>
      {t(missing.length > NAMED ? 'board.presetMissingMore' : 'board.presetMissing', {
        names,
        count: missing.length,
        all: preset.document.widgets.length,
      })}
    </small>
  );
}
