import { Alert } from 'antd';
import type { Entity } from '../../core/definitions/entities.ts';
import type { Values } from '../../core/rules/rule.ts';
import { useT } from '../../kit/i18n/index.ts';
import type { Message } from '../../kit/outbox/message.ts';
import { RecordDialog } from '../dialog/RecordDialog.tsx';
import { lostValues } from './lostValues.ts';
import texts from './texts.json';

/** Shows the form of a record that the server rejected, with the input and the errors. */
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

/** Shows the values of fields that were removed from the definition in the meantime. */
function LostNotice({ entity, values }: { entity: Entity; values: Values }) {
  const t = useT(texts);
  const lost = lostValues(entity, values);
  if (lost.length === 0) return null;
  const what = lost.map(([name, value]) => `${name}: ${value}`).join(' · ');
  return <Alert className="wd-form-notice" type="warning" showIcon title={t('waiting.lost', { what })} />;
}
