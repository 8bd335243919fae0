import { useT } from '../../runtime/kit/i18n/index.ts';
import { UnitsOnMap } from './parts/UnitsOnMap.tsx';
import texts from './texts.json';

/** R025: shows the mobile units on a map, with the track of a unit on a day. */
export default function MobileEnergy() {
  const t = useT(texts);
  return (
    <section aria-label={t('mobile.map')}>
      <UnitsOnMap none={t('mobile.none')} />
    </section>
  );
}
