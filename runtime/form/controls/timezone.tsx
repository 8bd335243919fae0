import type { WidgetProps } from '@rjsf/utils';
import { Select } from 'antd';
import { baseProps } from '../../kit/parts/controlProps.ts';

function offsetText(zone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts();
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

let cached: { value: string; label: string }[] | null = null;

/** Returns every IANA zone with its current offset from UTC. */
function zoneOptions() {
  cached ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((zone) => ({
    value: zone,
    label: `${zone} (${offsetText(zone)})`,
  }));
  return cached;
}

export function TimezoneControl(props: WidgetProps) {
  return (
    <Select<string>
      {...baseProps(props)}
      className="wd-control"
      value={props.value as string | undefined}
      options={zoneOptions()}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear={props.options.required !== true}
      onChange={(zone: string | undefined) => props.onChange(zone)}
    />
  );
}
