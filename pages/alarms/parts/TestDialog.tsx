import '../../../runtime/core/definitions/allEntities.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, Skeleton } from 'antd';
import { useEffect } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { ShownValue } from '../../../runtime/form/shown/ShownValue.tsx';
import { call } from '../../../runtime/kit/api/client.ts';
import { failureWords } from '../../../runtime/kit/api/failure.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { refreshRecords } from '../../../runtime/record/calls/useRecords.ts';
import type { ToolDialogProps } from '../../../runtime/record/dialog/entityExtras.ts';

const TEXTS = {
  test: { zh: '发送测试', en: 'Send a test' },
  resend: { zh: '重新发送', en: 'Send again' },
  failed: { zh: '发送失败，请检查网络后重试。', en: 'Not sent. Check the connection and try again.' },
  sending: { zh: '正在发送…', en: 'Sending…' },
  to: { zh: '收件人', en: 'To' },
  logged: { zh: '已记入通知记录。', en: 'The notification is in the notification log.' },
};

type Sent = Data<'notificationTest'>;
const log = entityOf('notificationLog');

/** Sends a notification at once and shows the result. It is a test of a channel, or a repeated log entry. */
export default function TestDialog({ values, onClose }: ToolDialogProps) {
  const t = useT();
  const text = useText();
  const id = Number(values.id);
  const again = typeof values.attempts === 'number';
  const { data, error, isFetching, refetch } = useQuery<Sent>(
    {
      // The test is sent once per opening of the dialog.
      queryKey: ['notificationSend', again, id],
      queryFn: () => {
        const input = { path: { id } };
        return again
          ? call('notificationResend', input, { quiet: true })
          : call('notificationTest', input, { quiet: true });
      },
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    queryClient,
  );
  useEffect(() => {
    if (data) void refreshRecords(log);
  }, [data]);
  return (
    <Modal
      open
      title={text(again ? TEXTS.resend : TEXTS.test)}
      onCancel={onClose}
      footer={[
        error && (
          <Button key="again" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        ),
        <Button key="close" type="primary" onClick={onClose}>
          {t('common.close')}
        </Button>,
      ]}
    >
      <div aria-live="polite" className="wd-warning-sent">
        {isFetching && (
          <div role="status" aria-label={text(TEXTS.sending)}>
            <Skeleton active title={false} paragraph={{ rows: 2 }} />
          </div>
        )}
        {!isFetching && error && <p role="alert">{failureWords(error, t, text(TEXTS.failed))}</p>}
        {!isFetching && data && (
          <>
            <p>
              <ShownValue field={log.schema.properties?.state ?? {}} value={data.state} />{' '}
              {`${text(TEXTS.to)}: ${data.recipient}`}
            </p>
            {data.error && <p>{data.error}</p>}
            <small>{text(TEXTS.logged)}</small>
          </>
        )}
      </div>
    </Modal>
  );
}
