import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useState } from 'react';
import type { StatisticDefinition } from '../../../../generated/definition.ts';
import { call } from '../../../../runtime/kit/api/client.ts';
import { failureWords } from '../../../../runtime/kit/api/failure.ts';
import { useT } from '../../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../../runtime/kit/session/queryClient.ts';
import { LoadFailed } from '../../../../runtime/kit/states/LoadFailed.tsx';
import { StatisticView } from '../../../../runtime/record/figures/StatisticView.tsx';
import type { ShownAs } from '../../../../runtime/record/figures/shown.ts';
import texts from '../../texts.json';
import type { Document } from '../document.ts';

/** A chart needs at least one split. */
const VIEWS = ['table', 'bar', 'figures'] as const satisfies ShownAs[];

interface Props {
  statistic: StatisticDefinition;
  /** Null if it was not applied yet. */
  name: string | null;
}

/** Shows the figures that the draft computes from the existing records. */
export function StatisticPreview({ statistic, name }: Props) {
  const t = useT(texts);
  const views = VIEWS.filter((view) => view === 'figures' || (statistic.by ?? []).length > 0);
  const [chosen, setChosen] = useState<ShownAs>('table');
  const view = views.find((one) => one === chosen) ?? 'figures';
  const body = { name: name ?? undefined, document: statistic as unknown as Document };
  const { data, error, refetch } = useQuery(
    {
      queryKey: ['studioStatistic', body],
      queryFn: ({ signal }) => call('studioStatistic', { body }, { quiet: true, signal }),
      retry: false,
    },
    queryClient,
  );
  if (error)
    return (
      <LoadFailed title={failureWords(error, t, t('studio.noFigures'))} onRetry={() => void refetch()} />
    );
  if (!data) return <p className="wd-studio-note">{t('studio.checking')}</p>;
  const figures = statistic.figures.map((figure) => figure.name);
  return (
    <div className="wd-studio-preview">
      {views.length > 1 && (
        <Segmented
          aria-label={t('studio.preview')}
          value={view}
          onChange={setChosen}
          options={views.map((value) => ({ value, label: t(`studio.view.${value}`) }))}
        />
      )}
      <StatisticView as={view} {...{ statistic, answer: data, figures }} compare={undefined} />
    </div>
  );
}
