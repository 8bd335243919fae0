import { dictionaries } from '../../core/definitions/dictionaries.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { WidgetEmpty } from '../frame/WidgetStates.tsx';

/** The station has nothing that counts this energy, and what to do about it. */
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
