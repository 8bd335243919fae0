import { Alert } from 'antd';
import type { Entity } from '../../core/definitions/entities.ts';
import type { Values } from '../../core/rules/rule.ts';
import { useT } from '../../kit/i18n/index.ts';
import type { Message } from '../../kit/outbox/message.ts';
import { RecordDialog } from '../dialog/RecordDialog.tsx';
import { lostValues } from './lostValues.ts';
import texts from './texts.json';

/** A record that the server did not take: its form again, with what was entered and what is wrong with it. */
export function MakingDialog(props: { entity: Entity; message: Message; onClose(): void }) {
  const { entity, message, onClose } = props;
  return (
    <RecordDialog
      entity={entity}
      record={null}
      making={message}
      notice={<LostNotice entity={entity} values={message.mine} />}
      onClose={onClose}
    />
  );
}

/** The form has changed since it was filled: says what was entered into fields that it has no more. */
function LostNotice({ entity, values }: { entity: Entity; values: Values }) {
  const t = useT(texts);
  const lost = lostValues(entity, values);
  if (lost.length === 0) return null;
  const what = lost.map(([name, value]) => `${name}: ${value}`).join(' · ');
  return <Alert className="wd-form-notice" type="warning" showIcon title={t('waiting.lost', { what })} />;
}
