import { Alert, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { formatMoment } from '../../../runtime/core/numbers/format.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { failureWords } from '../../../runtime/kit/api/failure.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { CheckList } from './CheckList.tsx';
import { type Converter, type GridSwitch, isHeld, useEntry } from './connection.ts';

interface Props {
  prepared: GridSwitch;
  converter: Converter;
  zone: string;
  onClose(): void;
}

/** Returns whether a moment has passed, and renders when it does. */
function usePassed(moment: string): boolean {
  const [passed, setPassed] = useState(() => Date.now() > Date.parse(moment));
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), Math.max(0, Date.parse(moment) - Date.now()));
    return () => clearTimeout(timer);
  }, [moment]);
  return passed;
}

/** The dialog of the second step: the change, with the interlocks at the time of preparation. */
export function ExecuteDialog({ prepared, converter: { name, mode }, zone, onClose }: Props) {
  const t = useT(texts);
  const entry = useEntry();
  const { id, target, checks, validUntil } = prepared;
  const passed = usePassed(validUntil);
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const direction = entry('gridTarget', target).label;
  const areMet = isHeld(checks);
  const execute = async () => {
    setSending(true);
    setRefused(null);
    try {
      await call('gridSwitchExecute', { path: { id } }, { quiet: true });
      onClose();
    } catch (error) {
      setRefused(failureWords(error, t, t('connection.notExecuted')));
      setSending(false);
    }
  };
  return (
    <Modal
      open
      title={t('connection.stepTwo')}
      okText={t('connection.execute', { target: direction })}
      okButtonProps={{ danger: true, disabled: !areMet || passed || refused !== null }}
      cancelText={t('common.cancel')}
      confirmLoading={sending}
      onOk={() => void execute()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>
        {t('connection.question', {
          ...{ name, target: direction },
          from: mode ? entry('gridTarget', mode).label : t('connection.notMeasured'),
        })}{' '}
        {target === 'offGrid' && t('connection.offWarning')}
      </p>
      <CheckList {...{ checks, label: t('connection.checksOf', { name, target: direction }) }} />
      {areMet && !passed && (
        <p className="wd-quiet">
          {t('connection.valid', { time: formatMoment(validUntil, 'second', zone) })}
        </p>
      )}
      {!areMet && <Alert type="warning" role="alert" title={t('connection.blocked')} />}
      {areMet && passed && <Alert type="warning" role="alert" title={t('connection.lapsed')} />}
      {refused && <Alert type="error" role="alert" title={refused} />}
    </Modal>
  );
}
