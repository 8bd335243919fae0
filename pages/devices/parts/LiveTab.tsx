import type { Values } from '../../../runtime/core/rules/rule.ts';
import { DeviceValues } from './DeviceValues.tsx';

/** The tab with the current values and commands of a device. */
export default function LiveTab({ values }: { values: Values }) {
  return <DeviceValues sn={String(values.sn ?? '')} stationSn={String(values.stationSn ?? '')} />;
}
