import { Alert, Button, Form, Input, Modal, Select } from 'antd';
import { useMemo, useState } from 'react';
import { useCatalogue } from '../../../runtime/access/useCatalogue.ts';
import { call } from '../../../runtime/api/client.ts';
import { notify } from '../../../runtime/api/notices.ts';
import { useT, useText } from '../../../runtime/i18n/index.ts';
import { useSession } from '../../../runtime/shell/session.ts';
import { showErrors } from './formErrors.ts';

interface Values {
  name: string;
  scopes: string[];
  days: number;
}

const DAYS = [7, 30, 90, 365];
const USUAL_DAYS = 90;
const MAX_NAME = 100;

/** The permissions that the person holds, in groups, as choices. */
function useScopes() {
  const text = useText();
  const can = useSession((session) => session.can);
  const { data, isPending } = useCatalogue();
  const options = useMemo(() => {
    if (!data) return [];
    const groups = [
      ...data.entities.map(({ title, actions }) => ({ title, permissions: actions })),
      ...data.groups.map(({ title, permissions }) => ({ title, permissions })),
    ];
    return groups
      .map(({ title, permissions }) => ({
        label: text(title),
        options: permissions
          .filter(({ key }) => can(key))
          .map(({ key, title: own }) => ({ value: key, label: `${text(title)}: ${text(own)}` })),
      }))
      .filter((group) => group.options.length > 0);
  }, [data, text, can]);
  return { options, isPending };
}

/** A new key: its name, what it may do, how long; then its text, once. */
export function ApiKeyDialog({ onClose }: { onClose(): void }) {
  const t = useT();
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const { options, isPending } = useScopes();
  async function make(body: Values) {
    setBusy(true);
    try {
      setKey((await call('apiKeyCreate', { body }, { quiet: true })).key);
    } catch (error) {
      const rest = showErrors(form, error);
      if (rest !== null) notify({ kind: 'warning', text: { text: rest || t('login.unreachable') } });
    } finally {
      setBusy(false);
    }
  }
  if (key !== null) {
    return (
      <Modal
        open
        closable={false}
        maskClosable={false}
        title={t('me.keyMade')}
        footer={
          <>
            <Button onClick={() => void navigator.clipboard?.writeText(key)}>{t('me.copy')}</Button>
            <Button type="primary" onClick={onClose}>
              {t('me.keyKept')}
            </Button>
          </>
        }
      >
        <Alert type="warning" showIcon title={t('me.keyMadeText')} />
        <p className="wd-me-key">
          <code>{key}</code>
        </p>
      </Modal>
    );
  }
  return (
    <Modal
      open
      title={t('me.keyNew')}
      okText={t('me.keyMake')}
      okButtonProps={{ loading: busy }}
      cancelText={t('common.cancel')}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ days: USUAL_DAYS }}
        onFinish={(values) => void make(values)}
      >
        <Form.Item
          name="name"
          label={t('me.keyName')}
          rules={[{ required: true, whitespace: true, message: t('me.keyNameMissing') }]}
        >
          <Input autoFocus maxLength={MAX_NAME} placeholder={t('me.keyNameExample')} />
        </Form.Item>
        <Form.Item
          name="scopes"
          label={t('me.keyScopes')}
          extra={t('me.keyScopesText')}
          rules={[{ required: true, message: t('me.keyScopesMissing') }]}
        >
          <Select mode="multiple" loading={isPending} options={options} optionFilterProp="label" />
        </Form.Item>
        <Form.Item name="days" label={t('me.keyDays')}>
          <Select options={DAYS.map((days) => ({ value: days, label: t('me.days', { days }) }))} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
