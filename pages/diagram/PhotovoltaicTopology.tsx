import { partOf } from '../../runtime/core/diagram/analysis.ts';
import type { Diagram } from '../../runtime/core/diagram/diagram.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { LiveDiagram } from './parts/LiveDiagram.tsx';
import texts from './texts.json';

const pvSide = (diagram: Diagram): Diagram => partOf(diagram, ['inverter']);

/** R059: shows the photovoltaic part of the diagram. */
export default function PhotovoltaicTopology() {
  const t = useT(texts);
  return <LiveDiagram label={t('diagram.pv')} part={pvSide} />;
}
