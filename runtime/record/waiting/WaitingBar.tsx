import { Alert } from 'antd';
import { useT, useText } from '../../kit/i18n/index.ts';
import { isWaiting } from '../../kit/outbox/message.ts';
import { useOutbox } from '../../kit/outbox/outboxState.ts';
import texts from './texts.json';

/** Shows on a record's page its changes queued on this device. */
export function WaitingBar({ entity, id }: { entity: string; id: number }) {
  const t = useT(texts);
  const text = useText();
  const messages = useOutbox((state) => state.messages);
  const own = messages.filter((one) => isWaiting(one) && one.entity === entity && one.recordId === id);
  if (own.length === 0) return null;
  const what = own.map(({ move }) => (move ? text(move) : t('waiting.update'))).join(' · ');
  return <Alert className="wd-form-notice" type="info" showIcon title={t('waiting.ofRecord', { what })} />;
}
