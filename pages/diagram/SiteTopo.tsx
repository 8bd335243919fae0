import { useT } from '../../runtime/kit/i18n/index.ts';
import { useStation } from '../../runtime/kit/session/site.ts';
import './diagram.css';
import { DiagramEditing } from './parts/DiagramEditing.tsx';
import texts from './texts.json';

/** R117: edits the diagrams of the station. */
export default function SiteTopo() {
  const t = useT(texts);
  const station = useStation();
  return (
    <section className="wd-diagram" aria-label={t('diagram.editor')}>
      {station && <DiagramEditing key={station.sn} station={station} />}
    </section>
  );
}
