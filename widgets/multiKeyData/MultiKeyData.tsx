import type { MultiKeyDataConfig } from '../../generated/types.ts';
import { ComparedWith } from '../../runtime/board/figure/ComparedWith.tsx';
import { FigureCell } from '../../runtime/board/figure/FigureCell.tsx';
import { useStationWords } from '../../runtime/board/figure/useStationWords.ts';
import { WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { findReachedThreshold } from '../../runtime/board/options/thresholds.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { multiKeyFigures, multiKeyNeeds } from './figures.ts';

/** W013: shows several key figures, aligned with each other. */
export function MultiKeyData({
  config,
  context,
  results,
  compared,
  status,
  retry,
}: WidgetProps<MultiKeyDataConfig>) {
  const t = useT();
  const words = useStationWords();
  const theme = useTokens();
  if (results.length === 0 && multiKeyNeeds(config, context).length > 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[60, 90, 60]} />;
  return (
    <ul className="wd-figure-grid">
      {multiKeyFigures(config, context, results, compared, words).map(({ key, name, figure, change }) => {
        const reached = findReachedThreshold(config.thresholds, figure?.value, theme);
        return (
          <FigureCell
            key={key}
            name={name}
            figure={figure ?? { text: t('widget.unset.settings'), unit: '', isText: true }}
            reached={reached}
          >
            {change && <ComparedWith period={config.compare} change={change} />}
          </FigureCell>
        );
      })}
    </ul>
  );
}
