import { Modal } from 'antd';
import { useState } from 'react';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import type { StationToolProps } from '../../../runtime/record/dialog/entityExtras.ts';
import { clearStation, useStationOf } from './stationAlarms.ts';

const TEXTS = {
  ask: { zh: '确定清除{station}的所有未处理告警？', en: 'Clear all open alarms of {station}?' },
  kept: {
    zh: '告警记录将保留，处理人记为您本人。',
    en: 'The alarm records are kept. You are recorded as their handler.',
  },
  clear: { zh: '全部清除', en: 'Clear all' },
};

/** V110: handles all open alarms of a station in the name of the user. */
export default function ClearStation({ stationSn, onClose }: StationToolProps) {
  const t = useT();
  const text = useText();
  const station = useStationOf(stationSn);
  const [busy, setBusy] = useState(false);
  if (!station) return null;
  const clear = async () => {
    setBusy(true);
    await clearStation(station, text).catch(notifyFailure);
    onClose();
  };
  return (
    <Modal
      open
      title={text(TEXTS.ask).replace('{station}', station.name)}
      okText={text(TEXTS.clear)}
      okButtonProps={{ danger: true, loading: busy }}
      cancelText={t('common.cancel')}
      onOk={() => void clear()}
      onCancel={onClose}
    >
      <p>{text(TEXTS.kept)}</p>
    </Modal>
  );
}
