import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Panel } from '../../../runtime/kit/parts/Panel.tsx';
import texts from '../texts.json';
import { useDiagram, useDiagramNames } from './useDiagram.ts';

export type ChosenDiagram = ReturnType<typeof useChosenDiagram>;

/** Returns the diagrams of a station, and the selected one, by default the first. */
export function useChosenDiagram(stationSn: string) {
  const names = useDiagramNames(stationSn);
  const [chosen, choose] = useState<number | null>(null);
  const id = chosen ?? names.data?.[0]?.id ?? null;
  const { data: record, isError, refetch } = useDiagram(id);
  const isMissed = names.isError || isError;
  return {
    ...{ names: names.data, id, record, choose },
    pending: names.isPending || (id !== null && !record && !isMissed),
    failed: isMissed && !record,
    retry: () => void (names.isError ? names.refetch() : refetch()),
  };
}

interface Props {
  chosen: ChosenDiagram;
  /** Shown beside the choice of the diagram. */
  tools: ReactNode;
  children: ReactNode;
}

/** Shows the selected diagram, with a choice if there are several, or the reason why there is none. */
export function DiagramFrame({ chosen, tools, children }: Props) {
  const t = useT(texts);
  const { names = [], id, choose, pending, failed, retry } = chosen;
  return (
    <>
      <div className="wd-diagram-tools">
        {names.length > 1 && (
          <Segmented<number>
            aria-label={t('diagram.diagram')}
            value={id ?? 0}
            options={names.map(({ id: value, name }) => ({ value, label: name }))}
            onChange={choose}
          />
        )}
        {tools}
      </div>
      <Panel
        icon="topology"
        {...{ pending, failed }}
        onRetry={retry}
        {...(names.length === 0 && { empty: t('diagram.none') })}
      >
        {children}
      </Panel>
    </>
  );
}
