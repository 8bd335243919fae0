import { Select } from 'antd';
import { type BoundDevice, chooseDevice } from '../../core/boards/boardBinding.ts';
import { useDictionaries } from '../../form/values/useDictionaries.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { BoardViewState } from '../address/useBoardView.ts';
import './view.css';

interface Props {
  devices: readonly BoundDevice[];
  view: BoardViewState;
}

/**
 * Lets the user choose the board's device, by type. Only devices with variables of the board's widgets are
 * offered.
 */
export default function DeviceTool({ devices, view }: Props) {
  const t = useT();
  const text = useText();
  const { deviceType } = useDictionaries();
  const kinds = Map.groupBy(devices, ({ type }) => type);
  const kindName = (type: string | null): string => {
    const entry = deviceType?.entries.find(({ value }) => value === type);
    return entry ? text(entry.title) : (type ?? t('look.deviceOther'));
  };
  const options = [...kinds].map(([type, among]) => ({
    label: kindName(type),
    options: among.map(({ sn, name }) => ({ value: sn, label: name, title: `${name} (${sn})` })),
  }));
  return (
    <Select
      className="wd-look-device"
      aria-label={t('look.device')}
      prefix={<Icon name="device" size={16} />}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('look.deviceNone')}
      disabled={devices.length === 0}
      value={chooseDevice(devices, view.device)?.sn}
      onChange={(device) => view.change({ device })}
      options={options}
    />
  );
}
