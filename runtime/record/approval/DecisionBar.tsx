import { Button, Modal } from 'antd';
import { useMemo, useState } from 'react';
import type { Values } from '../../core/rules/rule.ts';
import { FormDialog } from '../../form/screen/FormDialog.tsx';
import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { notify } from '../../kit/api/notices.ts';
import { useLiveCommands } from '../../kit/command/commandStore.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { raiseFields } from '../calls/raiseFields.ts';
import { AddSignerDialog } from './AddSignerDialog.tsx';
import { type ApprovalRequest, refreshApprovals } from './approvalCalls.ts';
import { DelegateDialog } from './DelegateDialog.tsx';
import { agreeForm, COMMENT, REASON } from './forms.ts';
import { ReturnDialog } from './ReturnDialog.tsx';

type May = ApprovalRequest['may'][number];

const ICONS: Record<May, string> = {
  agree: 'check',
  reject: 'close',
  delegate: 'user',
  add: 'team',
  return: 'undo',
  reassign: 'user',
  rollback: 'undo',
  cancel: 'delete',
  comment: 'message',
};
const FORMS = { reject: REASON, comment: COMMENT };
const OPERATIONS = {
  reject: 'approvalReject',
  cancel: 'approvalCancel',
} as const;

interface Hand {
  userId?: number;
  /** The added approvers before or after the user. */
  userIds?: number[];
  place?: 'before' | 'after';
  /** The number of the step to return to. Null for the initiator. */
  no?: number | null;
  /** The replaced approver, by default the user. */
  fromId?: number | undefined;
  /** The approver's values for fields of the record. */
  form?: Values;
}

async function act({ id, version }: ApprovalRequest, what: May, comment: string, hand?: Hand) {
  const path = { id };
  const quiet = { quiet: true };
  const body = { version, ...(comment.trim() ? { comment } : {}) };
  if (what === 'comment') return call('approvalComment', { path, body: { comment } }, quiet);
  if (what === 'rollback') return call('approvalRollback', { path, query: { version } }, quiet);
  const { userId = 0, fromId = 0, userIds = [], place = 'after', no = null, form } = hand ?? {};
  if (what === 'agree')
    return call('approvalAgree', { path, body: { ...body, ...(form && { form }) } }, quiet);
  if (what === 'add') return call('approvalAdd', { path, body: { ...body, userIds, place } }, quiet);
  if (what === 'return') return call('approvalReturn', { path, body: { ...body, no } }, quiet);
  if (what === 'delegate') return call('approvalDelegate', { path, body: { ...body, userId } }, quiet);
  if (what === 'reassign')
    return call('approvalReassign', { path, body: { ...body, userId, fromId } }, quiet);
  return call(OPERATIONS[what], { path, body }, quiet);
}

/** Offers the actions on a request that the server allows. */
export function DecisionBar({ request }: { request: ApprovalRequest }) {
  const t = useT();
  const [asking, setAsking] = useState<May | null>(null);
  const [busy, setBusy] = useState(false);

  async function run(what: May, comment = '', hand?: Hand): Promise<void> {
    try {
      await act(request, what, comment, hand);
      notify({ kind: 'success', text: { text: t(`approval.done.${what}`) } });
      setAsking(null);
    } finally {
      refreshApprovals(request.entity);
    }
  }
  async function confirm(what: 'rollback' | 'cancel'): Promise<void> {
    setBusy(true);
    await run(what).catch((error) => {
      notifyFailure(error);
      setAsking(null);
    });
    setBusy(false);
  }

  useLiveCommands(
    request.may.map((what) => {
      const label = t(`approval.${what}`);
      const title = { zh: label, en: label };
      return { id: `approval.${what}`, group: 'here', icon: ICONS[what], title, run: () => setAsking(what) };
    }),
  );

  return (
    <div className="wd-decisions">
      {request.may.map((what) => (
        <Button
          key={what}
          type={what === 'agree' ? 'primary' : what === 'comment' ? 'text' : 'default'}
          danger={what === 'reject' || what === 'cancel'}
          icon={<Icon name={ICONS[what]} />}
          onClick={() => setAsking(what)}
        >
          {t(`approval.${what}`)}
        </Button>
      ))}
      {asking && (
        <DecisionDialog {...{ request, asking, busy, run, confirm }} onClose={() => setAsking(null)} />
      )}
    </div>
  );
}

interface DialogProps {
  request: ApprovalRequest;
  asking: May;
  busy: boolean;
  run(what: May, comment?: string, hand?: Hand): Promise<void>;
  confirm(what: 'rollback' | 'cancel'): Promise<void>;
  onClose(): void;
}

/** Asks for the input of the chosen action. */
function DecisionDialog({ request, asking, busy, run, confirm, onClose }: DialogProps) {
  const t = useT();
  switch (asking) {
    case 'agree':
      return <AgreeDialog {...{ request, run, onClose }} />;
    case 'reject':
    case 'comment':
      return (
        <FormDialog
          title={`${t(`approval.${asking}`)} · ${request.recordLabel}`}
          form={FORMS[asking]}
          value={{}}
          saveText={t(`approval.${asking}`)}
          onSave={(values) => run(asking, typeof values.comment === 'string' ? values.comment : '')}
          onCancel={onClose}
        />
      );
    case 'delegate':
    case 'reassign':
      return (
        <DelegateDialog
          {...{ request, what: asking, onClose }}
          onHand={(hand, comment) => run(asking, comment, hand)}
        />
      );
    case 'add':
      return (
        <AddSignerDialog {...{ request, onClose }} onAdd={(hand, comment) => run('add', comment, hand)} />
      );
    case 'return':
      return (
        <ReturnDialog {...{ request, onClose }} onReturn={(no, comment) => run('return', comment, { no })} />
      );
    default:
      return (
        <Modal
          open
          title={t('flow.confirmTitle', { title: t(`approval.${asking}`) })}
          okText={t(`approval.${asking}`)}
          okButtonProps={{ danger: asking === 'cancel', loading: busy }}
          cancelText={t('common.back')}
          onOk={() => void confirm(asking)}
          onCancel={onClose}
        >
          <p>{t(`approval.${asking}Text`)}</p>
        </Modal>
      );
  }
}

/** Asks the approver for the step's fields. The server's errors are shown at the fields. */
function AgreeDialog({ request, run, onClose }: Pick<DialogProps, 'request' | 'run' | 'onClose'>) {
  const t = useT();
  const form = useMemo(() => agreeForm(request), [request]);
  const { asks } = request;
  const value = Object.fromEntries(asks.map((field) => [field.field, field.value ?? undefined]));
  return (
    <FormDialog
      title={`${t('approval.agree')} · ${request.recordLabel}`}
      form={form}
      value={value}
      saveText={t('approval.agree')}
      onSave={({ comment = '', ...entered }) =>
        run(
          'agree',
          String(comment),
          asks.length > 0 ? { form: wholeValues(asks, entered) } : undefined,
        ).catch((error: unknown) => {
          throw raiseFields(error);
        })
      }
      onCancel={onClose}
    />
  );
}

/** Returns a value for each requested field. An emptied field is null. */
const wholeValues = (fields: ApprovalRequest['asks'], entered: Values): Values =>
  Object.fromEntries(fields.map(({ field }) => [field, entered[field] ?? null]));
