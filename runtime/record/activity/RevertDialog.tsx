import { useQuery } from '@tanstack/react-query';
import { Alert, Modal } from 'antd';
import { useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../kit/api/client.ts';
import { ApiError } from '../../kit/api/errors.ts';
import { notify } from '../../kit/api/notices.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { type RecordRef, recordPath, refreshAfterChange } from '../calls/recordCalls.ts';
import { Changes } from './Changes.tsx';

/** A request to undo a change, or to restore the record's state after the change. */
export interface RevertWish {
  entry: number;
  mode: 'undo' | 'moment';
}

interface Props {
  record: RecordRef;
  version: number;
  wish: RevertWish;
  onClose(): void;
  onReverted(): void;
}

type Plan = Data<'recordRevert'>;

/** Omits old values that are no longer valid. The user sees these with the reason. */
function validChanges({ changes = [], problems = [] }: Pick<Plan, 'changes' | 'problems'>) {
  return changes.filter(({ field }) => problems.every((problem) => problem.field !== field));
}

/** Requests a preview of the changes. */
function useRevertPlan(record: RecordRef, version: number, wish: RevertWish) {
  return useQuery(
    {
      queryKey: ['revert', record.entity.name, record.id, version, wish],
      queryFn: ({ signal }) =>
        call(
          'recordRevert',
          { path: recordPath(record), body: { ...wish, version, dryRun: true } },
          { quiet: true, signal },
        ),
      retry: false,
      gcTime: 0,
    },
    queryClient,
  );
}

/** Shows the changes of a revert, and applies them after confirmation. */
export function RevertDialog({ record, version: now, wish, onClose, onReverted }: Props) {
  const t = useT();
  // Keeps the initial version, because the record changes while the dialog closes.
  const [version] = useState(now);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const plan = useRevertPlan(record, version, wish);
  const words = (error: unknown) =>
    (error instanceof ApiError && (error.fields[0]?.msg || error.msg)) || t('record.loadFailed');
  const problem = failed ?? (plan.isError ? words(plan.error) : null);
  const fields = plan.data ? validChanges(plan.data).map(({ field }) => field) : [];

  async function revert(): Promise<void> {
    setBusy(true);
    try {
      const body = { ...wish, version, fields };
      await call('recordRevert', { path: recordPath(record), body }, { quiet: true });
      notify({ kind: 'success', text: { text: t('record.reverted') } });
      await refreshAfterChange(record);
      onReverted();
      onClose();
    } catch (error) {
      setFailed(words(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      title={t('record.revertTitle')}
      okText={t('record.revertDo')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: fields.length === 0 || failed !== null, loading: busy }}
      onOk={() => void revert()}
      onCancel={onClose}
    >
      {problem !== null ? (
        <Alert type="warning" showIcon title={problem} />
      ) : plan.data ? (
        <RevertPlan record={record} plan={plan.data} />
      ) : (
        <div className="wd-skeleton wd-record-skeleton" role="status" aria-label={t('common.loading')} />
      )}
    </Modal>
  );
}

/** Shows the values to change, and the values that cannot be restored. */
function RevertPlan({ record, plan }: { record: RecordRef; plan: Plan }) {
  const t = useT();
  const text = useText();
  const valid = validChanges(plan);
  const problems = plan.problems ?? [];
  const title = (name: string): string => {
    const title = record.entity.schema.properties?.[name]?.title;
    return title ? text(title) : name;
  };
  return (
    <>
      {valid.length > 0 && <p className="wd-record-note">{t('record.revertText')}</p>}
      <Changes entity={record.entity} changes={valid} />
      {problems.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('record.revertInvalid')}
          description={
            <ul>
              {problems.map(({ field, msg }) => (
                <li key={field}>{t('record.fieldProblem', { field: title(field), msg })}</li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}
