import { Button } from 'antd';
import { useState } from 'react';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { useT } from '../../kit/i18n/index.ts';
import { Panel } from '../../kit/parts/Panel.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../calls/useRecords.ts';
import { useSubmission } from '../states/useSubmission.ts';
import { ApprovalTimeline } from './ApprovalTimeline.tsx';
import { useRecordApproval } from './approvalCalls.ts';
import { DecisionBar } from './DecisionBar.tsx';
import { submitRecord } from './submit.ts';

interface Props {
  entity: EntityDefinition;
  record: ListRecord;
}

/** Shows the approval of a record: submission, the current round, and earlier rounds. */
export function RecordApproval({ entity, record }: Props) {
  const t = useT();
  const { data, isPending, isError, refetch } = useRecordApproval(entity.name, record.id, record.version);
  const [busy, setBusy] = useState(false);
  const submission = useSubmission(entity, record);
  const [current, ...earlier] = data?.rounds ?? [];

  async function submit(): Promise<void> {
    setBusy(true);
    await submitRecord(entity.name, record, t('approval.submitted'));
    setBusy(false);
  }

  return (
    <section className="wd-approval" aria-label={t('approval.title')}>
      <Panel icon="stamp" pending={isPending} failed={isError && !data} onRetry={() => void refetch()}>
        {data?.maySubmit && submission && (
          <p className="wd-decisions">
            <Button
              type="primary"
              icon={<Icon name="stamp" />}
              disabled={submission.hindrance !== null}
              loading={busy}
              onClick={() => void submit()}
            >
              {t(current ? 'approval.submitAgain' : 'approval.submit')}
            </Button>
            {submission.hindrance !== null && t('approval.cannotYet', { why: submission.hindrance })}
          </p>
        )}
        {current ? (
          <>
            <ApprovalTimeline request={current} />
            <DecisionBar request={current} />
          </>
        ) : (
          <p className="wd-approval-none">{t('approval.notYet')}</p>
        )}
        {earlier.length > 0 && (
          <details className="wd-approval-earlier">
            <summary>{t('approval.earlier', { count: earlier.length })}</summary>
            {earlier.map((request) => (
              <div key={request.id}>
                <h4>{t('approval.round', { round: request.round })}</h4>
                <ApprovalTimeline request={request} />
              </div>
            ))}
          </details>
        )}
      </Panel>
    </section>
  );
}
