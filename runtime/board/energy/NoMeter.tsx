import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { WidgetEmpty } from '../frame/WidgetStates.tsx';

/** Shows that the station has no meter for this energy, and how to add one. */
export function NoMeter({ role }: { role: string }) {
  const t = useT();
  const text = useText();
  const entry = dictionaries.energyRole.entries.find(({ value }) => value === role);
  return (
    <WidgetEmpty
      text={t('energy.noMeter', { role: entry ? text(entry.title) : role })}
      hint={t('energy.noMeterHint')}
      page="MeterInfo"
    />
  );
}
