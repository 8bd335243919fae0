import type { Values } from '../../../runtime/core/rules/rule.ts';
import { DeviceValues } from './DeviceValues.tsx';

/** The tab of a device's page with its present values and commands. */
export default function LiveTab({ values }: { values: Values }) {
  return <DeviceValues sn={String(values.sn ?? '')} stationSn={String(values.stationSn ?? '')} />;
}
