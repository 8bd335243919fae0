import type { SocialContributionConfig } from '../../generated/types.ts';
import { refusalOf } from '../../runtime/board/energy/figures.ts';
import { NoMeter } from '../../runtime/board/energy/NoMeter.tsx';
import { ComparedWith } from '../../runtime/board/figure/ComparedWith.tsx';
import { FigureCell } from '../../runtime/board/figure/FigureCell.tsx';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { changeBetween } from '../../runtime/board/widget/change.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatNumber } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Tip } from '../../runtime/kit/overlay/Tip.tsx';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import {
  type ContributionFigure,
  contributionParts,
  DEFAULT_ROLE,
  readContribution,
} from './contribution.ts';
import texts from './texts.json';
import './socialContribution.css';

const SIZE_INFO = 12;
const ICON: Record<ContributionFigure['kind'], string> = { co2: 'carbon', coal: 'factory', tree: 'tree' };

/** Shows the factor of a figure on hover and focus. */
function Source({ name, figure: { factor, year, source } }: { name: string; figure: ContributionFigure }) {
  const t = useT(texts);
  return (
    <Tip
      title={t('energy.factor', { factor: formatNumber(factor), year: String(year), source })}
      trigger={['hover', 'focus', 'click']}
    >
      <button
        type="button"
        className="wd-contribution-source"
        aria-label={`${t('energy.source')} ${year}, ${name}`}
      >
        <Icon name="info" size={SIZE_INFO} /> {t('energy.source')} {year}
      </button>
    </Tip>
  );
}

/** W029: shows the savings by PV or storage energy. */
export function SocialContribution({
  config,
  results,
  compared,
  status,
  retry,
}: WidgetProps<SocialContributionConfig>) {
  const t = useT(texts);
  const theme = useTokens();
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[80, 50]} />;
  const contribution = readContribution(results[0]);
  if (!contribution) return <WidgetFailed retry={retry} msg={refusalOf(results)} />;
  const role = config.role ?? DEFAULT_ROLE;
  if (contribution.meters === 0) return <NoMeter role={role} />;
  if (contribution.energy === null) return <WidgetEmpty text={t('widget.noData')} />;
  const before = readContribution(compared[0]);
  return (
    <ul className="wd-figure-grid">
      {contribution.figures.map((figure) => {
        const { figure: text, unit } = contributionParts(figure, t('energy.trees'), config);
        const name = t(`energy.${figure.kind}`);
        const earlier = before?.figures.find(({ kind }) => kind === figure.kind)?.value ?? null;
        return (
          <FigureCell
            key={figure.kind}
            name={name}
            icon={ICON[figure.kind]}
            tint={theme.energy[role]}
            figure={{ text, unit }}
          >
            <span className="wd-figure-note">
              <Source name={name} figure={figure} />
              {before && (
                <ComparedWith period={config.compare} change={changeBetween(figure.value, earlier)} />
              )}
            </span>
          </FigureCell>
        );
      })}
    </ul>
  );
}
