import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Diagram } from '../../../runtime/core/diagram/diagram.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Panel } from '../../../runtime/kit/parts/Panel.tsx';
import { type Station, useStation } from '../../../runtime/kit/session/site.ts';
import '../diagram.css';
import texts from '../texts.json';
import {
  type DiagramNow,
  type DiagramRecord,
  drawingOf,
  useDiagram,
  useDiagramNames,
  useDiagramNow,
} from './useDiagram.ts';

export interface ShownDiagram {
  station: Station;
  record: DiagramRecord;
  diagram: Diagram;
  now: DiagramNow | null;
}

interface Props {
  label: string;
  /** Stands beside the choice of the diagram. */
  tools?(shown: ShownDiagram): ReactNode;
  children(shown: ShownDiagram): ReactNode;
}

/** The diagrams of the chosen station, one at a time, with what is measured now. */
export function StationDiagram(props: Props) {
  const station = useStation();
  return (
    <section className="wd-diagram" aria-label={props.label}>
      {station && <OfStation key={station.sn} {...props} station={station} />}
    </section>
  );
}

function OfStation({ station, tools, children }: Props & { station: Station }) {
  const t = useT(texts);
  const names = useDiagramNames(station.sn);
  const [chosen, setChosen] = useState<number | null>(null);
  const id = chosen ?? names.data?.[0]?.id ?? null;
  const { data: record, isError, refetch } = useDiagram(id);
  const { now } = useDiagramNow(record);
  const shown = record && { station, record, diagram: drawingOf(record), now };
  const failed = names.isError || isError;
  return (
    <>
      <div className="wd-diagram-tools">
        {(names.data?.length ?? 0) > 1 && (
          <Segmented<number>
            aria-label={t('diagram.diagram')}
            value={id ?? 0}
            options={(names.data ?? []).map(({ id: value, name }) => ({ value, label: name }))}
            onChange={setChosen}
          />
        )}
        {shown && tools?.(shown)}
      </div>
      <Panel
        icon="topology"
        pending={names.isPending || (id !== null && !record && !failed)}
        failed={failed && !record}
        onRetry={() => void (names.isError ? names.refetch() : refetch())}
        {...(names.data?.length === 0 && { empty: t('diagram.none') })}
      >
        {shown && children(shown)}
      </Panel>
    </>
  );
}
