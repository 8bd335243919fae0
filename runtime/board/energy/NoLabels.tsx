import { useT } from '../../kit/i18n/index.ts';
import { WidgetEmpty } from '../frame/WidgetStates.tsx';

/** The station has no labels yet, and where they are made. */
export function NoLabels() {
  const t = useT();
  return <WidgetEmpty text={t('energy.noLabels')} hint={t('energy.noLabelsHint')} page="EnergyLabels" />;
}
