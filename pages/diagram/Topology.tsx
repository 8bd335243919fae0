import { useT } from '../../runtime/kit/i18n/index.ts';
import { LiveDiagram } from './parts/LiveDiagram.tsx';
import texts from './texts.json';

/** R045: the single-line diagram of the station, live. */
export default function Topology() {
  const t = useT(texts);
  return <LiveDiagram label={t('diagram.topology')} />;
}
