import { useQuery } from '@tanstack/react-query';
import type { ReportBlock as Block } from '../../../../generated/definition.ts';
import { statisticRegistry } from '../../../core/definitions/statistics.ts';
import { useT, useText } from '../../../kit/i18n/index.ts';
import { queryClient } from '../../../kit/session/queryClient.ts';
import { LoadFailed } from '../../../kit/states/LoadFailed.tsx';
import { drillWhere } from '../drill.ts';
import { StatisticView } from '../StatisticView.tsx';
import texts from '../texts.json';
import { useDrill } from '../useDrill.ts';
import { blockFigures, blockQuery, type ReportSettings } from './blockQuery.ts';
import { ReportSum } from './ReportSum.tsx';

interface Props {
  block: Block;
  asked: ReportSettings;
}

/** Shows one statistic of a report, over its period. */
export function ReportBlock({ block, asked }: Props) {
  const t = useT(texts);
  const text = useText();
  const { period, compare, stationSn, where } = asked;
  const statistic = statisticRegistry.get(block.statistic);
  const { data, isError, refetch } = useQuery(
    { ...blockQuery(block, asked), placeholderData: (previous) => previous },
    queryClient,
  );
  const drill = useDrill(
    statistic,
    { period, group: statistic ? drillWhere(statistic, where) : null },
    stationSn,
  );
  if (!statistic) return null;
  const title = text(block.title ?? statistic.title);
  const figures = blockFigures(block, statistic);
  return (
    <section
      className="wd-card wd-report-block"
      aria-label={title}
      data-as={block.as}
      data-wide={block.wide || undefined}
    >
      <h2>{title}</h2>
      {isError && <LoadFailed title={t('report.failed')} onRetry={() => void refetch()} />}
      {!isError && !data && <div className="wd-skeleton" role="status" aria-label={t('figures.wait')} />}
      {!isError && data && (
        <StatisticView as={block.as} {...{ statistic, answer: data, figures, compare, drill }} />
      )}
      {block.as === 'figures' && data && data.totals.length > 1 && (
        <ReportSum {...{ block, statistic, asked, figures }} />
      )}
    </section>
  );
}
