import { useQuery } from '@tanstack/react-query';
import { Alert, Modal, Skeleton } from 'antd';
import type { Drawing } from '../../../runtime/core/automation/drawing.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { ListFailed } from '../../../runtime/kit/states/ListStates.tsx';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { SIZE } from '../../../runtime/kit/theme/tokens.ts';
import texts from '../texts.json';
import { type Design, plainDrawing } from './useDesign.ts';

interface Props {
  design: Design;
  drawing: Drawing;
  onClose(): void;
}

/** Shows how often the automation would have run, and its effects. Nothing is written. */
export function TrialDialog({ design: { id }, drawing, onClose }: Props) {
  const t = useT(texts);
  const { data, isPending, isError, refetch } = useQuery(
    {
      queryKey: ['automationTrial', id, drawing],
      queryFn: () =>
        call('automationTrial', { path: { id }, body: { drawing: plainDrawing(drawing) } }, { quiet: true }),
      gcTime: 0,
      retry: false,
    },
    queryClient,
  );
  return (
    <Modal open width={SIZE.form} title={t('automation.trial')} footer={null} onCancel={onClose}>
      {isError && <ListFailed title={t('automation.trial')} onRetry={() => void refetch()} />}
      {isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && (
        <section className="wd-flow-trial" aria-label={t('automation.trialAnswer')} aria-live="polite">
          <Alert
            type={data.runs > 0 ? 'info' : 'warning'}
            showIcon
            title={t('automation.wouldRun', { count: data.runs, days: data.days })}
            description={t('automation.nothingWritten')}
          />
          <ol className="wd-flow-answer">
            {data.records.map(({ id: record, name, at, became, reason }) => (
              <li key={`${record} ${at}`} data-skipped={reason === null ? undefined : 'failed'}>
                <Icon name={reason === null ? 'check' : 'error'} />
                <span>
                  <strong>{name}</strong> <TimeAgo at={at} />
                  <p>{became ?? t('automation.wouldFail', { reason: reason ?? '' })}</p>
                </span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </Modal>
  );
}
