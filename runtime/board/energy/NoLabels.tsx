import { useT } from '../../kit/i18n/index.ts';
import { WidgetEmpty } from '../frame/WidgetStates.tsx';

/** Shows that the station has no labels yet, with a link to create them. */
export function NoLabels() {
  const t = useT();
  return <WidgetEmpty text={t('energy.noLabels')} hint={t('energy.noLabelsHint')} page="EnergyLabels" />;
}
