import { useT } from '../../kit/i18n/index.ts';
import './figures.css';
import { FigureBars } from './draw/FigureBars.tsx';
import { FigureCards } from './draw/FigureCards.tsx';
import { FigureChart } from './draw/FigureChart.tsx';
import { FigurePivot } from './draw/FigurePivot.tsx';
import { FigureRows } from './draw/FigureRows.tsx';
import { FigureShare } from './draw/FigureShare.tsx';
import type { ShownAs, ShownProps } from './shown.ts';
import texts from './texts.json';

function Shown({ as, ...props }: ShownProps & { as: ShownAs }) {
  switch (as) {
    case 'figures':
      return <FigureCards {...props} />;
    case 'bar':
    case 'line':
      return <FigureChart {...props} kind={as} />;
    case 'share':
      return <FigureShare {...props} />;
    case 'ranking':
    case 'funnel':
      return <FigureBars {...props} kind={as} />;
    case 'table':
      return <FigureRows {...props} />;
    case 'pivot':
      return <FigurePivot {...props} />;
  }
}

/** Shows the answer of a statistic as the chosen chart. Figures that the user may not see are missing. */
export function StatisticView({ as, ...props }: ShownProps & { as: ShownAs }) {
  const t = useT(texts);
  const { answer } = props;
  const seen = props.figures.filter((name) => answer.totals.every(({ figures }) => name in figures));
  const isEmpty = as === 'figures' ? answer.totals.length === 0 : answer.rows.length === 0;
  if (isEmpty || seen.length === 0) return <p className="wd-statistic-empty">{t('figures.empty')}</p>;
  return (
    <div className="wd-statistic" data-as={as}>
      <Shown as={as} {...props} figures={seen} />
      {answer.more && as !== 'figures' && (
        <p className="wd-statistic-more">{t('figures.more', { count: answer.rows.length })}</p>
      )}
    </div>
  );
}
