import type { ReactNode } from 'react';
import type { Diagram } from '../../../runtime/core/diagram/diagram.ts';
import { type Station, useStation } from '../../../runtime/kit/session/site.ts';
import '../diagram.css';
import { DiagramFrame, useChosenDiagram } from './ChosenDiagram.tsx';
import { type DiagramNow, type DiagramRecord, drawingOf, useDiagramNow } from './useDiagram.ts';

export interface ShownDiagram {
  station: Station;
  record: DiagramRecord;
  diagram: Diagram;
  now: DiagramNow | null;
}

interface Props {
  label: string;
  /** Shown beside the choice of the diagram. */
  tools?(shown: ShownDiagram): ReactNode;
  children(shown: ShownDiagram): ReactNode;
}

/** Shows a diagram of the chosen station with current values. */
export function StationDiagram(props: Props) {
  const station = useStation();
  return (
    <section className="wd-diagram" aria-label={props.label}>
      {station && <OfStation key={station.sn} {...props} station={station} />}
    </section>
  );
}

function OfStation({ station, tools, children }: Props & { station: Station }) {
  const chosen = useChosenDiagram(station.sn);
  const { record } = chosen;
  const { now } = useDiagramNow(record);
  const shown = record && { station, record, diagram: drawingOf(record), now };
  return (
    <DiagramFrame chosen={chosen} tools={shown && tools?.(shown)}>
      {shown && children(shown)}
    </DiagramFrame>
  );
}
