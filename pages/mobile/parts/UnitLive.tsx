import type { Values } from '../../../runtime/core/rules/rule.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { DeviceValues } from '../../devices/parts/DeviceValues.tsx';
import texts from '../texts.json';

/** The tab of a unit's page with the values of its device. */
export default function UnitLive({ values }: { values: Values }) {
  const t = useT(texts);
  if (!values.deviceSn) return <p className="wd-quiet">{t('mobile.noDevice')}</p>;
  return <DeviceValues sn={String(values.deviceSn)} stationSn={String(values.stationSn ?? '')} />;
}
