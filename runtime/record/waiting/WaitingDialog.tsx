import '../../core/definitions/allEntities.ts';
import { Alert, Button, Empty, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { formatZoned } from '../../core/numbers/format.ts';
import type { Values } from '../../core/rules/rule.ts';
import { ShownValue } from '../../form/shown/ShownValue.tsx';
import { useT } from '../../kit/i18n/index.ts';
import { isWaiting, type Message } from '../../kit/outbox/message.ts';
import { discardMessage, resumeMessage, sendNow } from '../../kit/outbox/outbox.ts';
import { countWaiting, useOutbox } from '../../kit/outbox/outboxState.ts';
import { waitingFiles } from '../../kit/outbox/waitingFile.ts';
import { useDangerAsk } from '../../kit/overlay/useDangerAsk.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import { MergeDialog } from '../dialog/MergeDialog.tsx';
import { updateBody } from '../dialog/merge.ts';
import { listField } from '../query/fields.ts';
import { MakingDialog } from './MakingDialog.tsx';
import texts from './texts.json';
import { useWaitingWords } from './useWaitingWords.ts';
import './waiting.css';

/** Fraction of used browser storage above which a warning appears. */
const NEARLY_FULL = 0.8;

function useNearlyFull(): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    void navigator.storage?.estimate?.().then(({ usage = 0, quota = 0 }) => {
      setFull(quota > 0 && usage / quota > NEARLY_FULL);
    });
  }, []);
  return isFull;
}

/** Lists the requests queued on the device in order, with required decisions, and recently sent requests. */
export default function WaitingDialog({ onClose }: { onClose(): void }) {
  const t = useT(texts);
  const { messages, others, sending } = useOutbox();
  const [deciding, setDeciding] = useState<Message | null>(null);
  const [editing, setEditing] = useState<Message | null>(null);
  const { ask, holder } = useDangerAsk();
  const isFull = useNearlyFull();
  const count = countWaiting({ messages });
  const shown = [...messages.filter(isWaiting), ...messages.filter((one) => !isWaiting(one)).reverse()];
  return (
    <Modal
      open
      title={t('waiting.title')}
      width={SIZE.form}
      onCancel={onClose}
      footer={
        count > 0 && (
          <Button type="primary" loading={sending !== null} onClick={() => void sendNow()}>
            {t('waiting.sendNow')}
          </Button>
        )
      }
    >
      {holder}
      <p className="wd-waiting-facts">{t('waiting.hint')}</p>
      {isFull && <Alert type="warning" showIcon title={t('waiting.room')} />}
      {others > 0 && <Alert type="info" showIcon title={t('waiting.others', { count: others })} />}
      {shown.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('waiting.none')} />}
      <ul className="wd-waiting-list">
        {shown.map((message) => (
          <Waiting
            key={message.id}
            message={message}
            isSending={sending === message.id}
            onDecide={() => setDeciding(message)}
            onEdit={() => setEditing(message)}
            onDiscard={() =>
              ask({
                title: t('waiting.discardAsk'),
                content: t('waiting.discardText', { title: message.title }),
                okText: t('waiting.discard'),
                run: () => discardMessage(message),
              })
            }
          />
        ))}
      </ul>
      {deciding && <Decision message={deciding} onClose={() => setDeciding(null)} />}
      {editing && <Editing message={editing} onClose={() => setEditing(null)} />}
    </Modal>
  );
}

interface WaitingProps {
  message: Message;
  isSending: boolean;
  onDecide(): void;
  onEdit(): void;
  onDiscard(): void;
}

function Waiting({ message, isSending, onDecide, onEdit, onDiscard }: WaitingProps) {
  const t = useT(texts);
  const words = useWaitingWords();
  const { state, title, madeAt } = message;
  const files = waitingFiles(message.body).length;
  const facts = [
    words(message),
    ...(files > 0 ? [t('waiting.files', { count: files })] : []),
    formatZoned(new Date(madeAt).toISOString()),
  ];
  return (
    <li className="wd-waiting-one" data-state={state}>
      <div>
        <strong>{title}</strong>
        <span className="wd-waiting-facts">{facts.join(' · ')}</span>
        <span className="wd-waiting-state">{t(isSending ? 'waiting.sending' : `waiting.${state}`)}</span>
        {problemsOf(message).map((problem) => (
          <p key={problem} className="wd-waiting-problem">
            {problem}
          </p>
        ))}
        {state === 'conflict' && message.move && <StateNow message={message} />}
      </div>
      {state === 'conflict' && !message.move && (
        <Button type="primary" onClick={onDecide}>
          {t('waiting.decide')}
        </Button>
      )}
      {isEditable(message) && (
        <Button type="primary" onClick={onEdit}>
          {t('waiting.edit')}
        </Button>
      )}
      {(state === 'refused' || (state === 'conflict' && message.move !== null)) && (
        <Button onClick={() => void resumeMessage(message, againBody(message))}>{t('waiting.again')}</Button>
      )}
      {state !== 'sent' && !isSending && (
        <Button danger type="text" onClick={onDiscard}>
          {t('waiting.discard')}
        </Button>
      )}
    </li>
  );
}

/** Errors of fields are more precise than the general error. */
const problemsOf = ({ fields, problem }: Message): string[] =>
  fields.length > 0 ? [...new Set(fields.map(({ msg }) => msg))] : problem ? [problem] : [];

/** Returns whether the message itself can be edited. A new record has no page for editing yet. */
const isEditable = ({ state, recordId, move, entity }: Message): boolean =>
  state === 'refused' && recordId === null && move === null && entityRegistry.get(entity) !== undefined;

function Editing({ message, onClose }: { message: Message; onClose(): void }) {
  const entity = entityRegistry.get(message.entity);
  return entity ? <MakingDialog {...{ entity, message, onClose }} /> : null;
}

/** Returns the body for another attempt. A transition then starts from the current record. */
const againBody = ({ theirs, body }: Message): { body?: Values } =>
  theirs ? { body: { ...body, version: theirs.version } } : {};

/** Shows the state set by another user. */
function StateNow({ message: { entity: name, theirs } }: { message: Message }) {
  const t = useT(texts);
  const entity = entityRegistry.get(name);
  const field = entity?.states?.field;
  if (!entity || !field || !theirs) return null;
  const [before = '', after = ''] = t('waiting.moved', { state: '\u0000' }).split('\u0000');
  return (
    <p>
      {before}
      <ShownValue field={listField(entity, field)} value={theirs[field]} />
      {after}
    </p>
  );
}

/** Shows both versions side by side. The user's decision is queued again. */
function Decision({ message, onClose }: { message: Message; onClose(): void }) {
  const t = useT(texts);
  const entity = entityRegistry.get(message.entity);
  const { base, mine, theirs } = message;
  if (!entity || !theirs) return null;
  return (
    <MergeDialog
      entity={entity}
      {...{ base, mine, theirs }}
      applyLabel={t('waiting.send')}
      onApply={(values) => {
        void resumeMessage(message, { body: updateBody(entity, theirs, values), base: theirs, mine: values });
        onClose();
      }}
      onDiscard={() => {
        void discardMessage(message);
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
