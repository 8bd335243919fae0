import { useCallback, useMemo } from 'react';
import type { EnergyFlowConfig } from '../../generated/types.ts';
import { energyFigures, percentText, refusalOf, shareOf } from '../../runtime/board/energy/figures.ts';
import { labelColor } from '../../runtime/board/energy/labels.ts';
import { type LabelTotals, readLabelTotals } from '../../runtime/board/energy/labelTotals.ts';
import { NoLabels } from '../../runtime/board/energy/NoLabels.tsx';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { Chart, type ChartSize } from '../../runtime/kit/chart/Chart.tsx';
import '../../runtime/kit/chart/sankey.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { type FlowNode, flowNodes } from './flows.ts';
import { flowOption } from './option.ts';
import texts from './texts.json';

const LEVELS = 3;

function Flows({ totals, config }: { totals: LabelTotals; config: EnergyFlowConfig }) {
  const t = useT(texts);
  const theme = useTokens();
  const nodes = useMemo(() => flowNodes(totals, config.levels ?? LEVELS), [totals, config.levels]);
  const unit = totals.energyType?.unit ?? '';
  const figures = useMemo(() => energyFigures(unit, config), [unit, config]);
  const nameOf = useCallback(({ name }: FlowNode) => name ?? t('widget.energyFlow.rest'), [t]);
  const option = useCallback(
    (size: ChartSize) => {
      const byId = new Map(nodes.map((node) => [node.id, node]));
      const places = new Map(nodes.map(({ id }, place) => [id, place]));
      return flowOption(
        nodes,
        {
          nameOf,
          valueOf: ({ value }) => figures.text(value),
          share: t('widget.energyFlow.share'),
          shareOf: ({ value, from }) =>
            percentText(shareOf(value, from === null ? null : (byId.get(from)?.value ?? null))),
          colorOf: ({ id, name }) =>
            name === null ? theme.text.tertiary : labelColor(theme, places.get(id) ?? 0),
          text: theme.text.secondary,
        },
        size,
      );
    },
    [nodes, theme, t, nameOf, figures],
  );
  if (nodes.length === 0) return <WidgetEmpty text={t('widget.noData')} />;
  const parts = nodes.map((node) => `${nameOf(node)} ${figures.text(node.value)}`).join(', ');
  return <Chart option={option} label={t('widget.energyFlow.label', { name: config.name ?? '', parts })} />;
}

/** R053: shows energy from the total down to the levels of labels, as a Sankey diagram. */
export function EnergyFlow({ config, results, status, retry }: WidgetProps<EnergyFlowConfig>) {
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[60, 100, 100]} />;
  const totals = readLabelTotals(results[0]);
  if (!totals) return <WidgetFailed retry={retry} msg={refusalOf(results)} />;
  if (totals.labels.length === 0) return <NoLabels />;
  return <Flows totals={totals} config={config} />;
}
