import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { call } from '../../../runtime/kit/api/client.ts';
import { useText } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';

const TITLE = {
  zh: '尚未配置邮件服务器，邮件不会发出',
  en: 'No mail server is configured. No mail is sent.',
};
const TEXT = {
  zh: '请服务器管理员设置 WATTDECK_SMTP_URL 和 WATTDECK_MAIL_FROM。站内通知和 Webhook 不受影响。',
  en: 'An administrator of the server must set WATTDECK_SMTP_URL and WATTDECK_MAIL_FROM. In-app notices and webhooks work without them.',
};

/** Shows a hint if no mail can be sent. Only users who may see the channels get it. */
export default function MailHint() {
  const text = useText();
  const isEnabled = useSession(({ can }) => can('notificationChannel:list'));
  const { data } = useQuery(
    {
      queryKey: ['notificationSetup'],
      queryFn: ({ signal }) => call('notificationSetup', {}, { quiet: true, signal }),
      staleTime: Number.POSITIVE_INFINITY,
      enabled: isEnabled,
    },
    queryClient,
  );
  if (!data || data.mail) return null;
  return <Alert type="warning" showIcon title={text(TITLE)} description={text(TEXT)} />;
}
