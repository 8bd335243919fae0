import { Alert, Button, Form, Input, Modal, Select } from 'antd';
import { useMemo, useState } from 'react';
import { CatalogueStates } from '../../../runtime/form/rights/CatalogueStates.tsx';
import { PermissionMatrix } from '../../../runtime/form/rights/PermissionMatrix.tsx';
import { catalogueGrantable } from '../../../runtime/form/rights/scopes.ts';
import { useCatalogue } from '../../../runtime/form/rights/useCatalogue.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notify } from '../../../runtime/kit/api/notices.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { useOwnPermissions } from '../../../runtime/kit/session/useGrantedPermissions.ts';
import { SIZE } from '../../../runtime/kit/theme/tokens.ts';
import texts from '../texts.json';
import { showErrors } from './formErrors.ts';

interface Values {
  name: string;
  scopes: string[];
  days: number;
}

const DAYS = [7, 30, 90, 365];
const USUAL_DAYS = 90;
const MAX_NAME = 100;

interface ScopesProps {
  /** Set by antd's form. */
  value?: string[];
  onChange?(value: string[]): void;
}

/** Offers the permissions that a user may grant to an API key, which are the user's permissions. */
function Scopes({ value = [], onChange }: ScopesProps) {
  const catalogue = useCatalogue();
  const granted = useOwnPermissions();
  const offered = useMemo(
    () => catalogue.data && catalogueGrantable(catalogue.data, granted),
    [catalogue.data, granted],
  );
  if (!offered)
    return <CatalogueStates failed={catalogue.isError} onRetry={() => void catalogue.refetch()} />;
  return (
    <PermissionMatrix
      catalogue={offered}
      value={value}
      held={granted}
      onChange={(next) => onChange?.(next)}
    />
  );
}

/** Creates an API key: name, permissions, duration. Then shows its text once. */
export function ApiKeyDialog({ onClose }: { onClose(): void }) {
  const t = useT(texts);
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState<string | null>(null);
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
      width={SIZE.form}
      title={t('me.keyNew')}
      okText={t('me.keyMake')}
      okButtonProps={{ loading: busy }}
      cancelText={t('common.cancel')}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form
        name="apiKey"
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
          <Scopes />
        </Form.Item>
        <Form.Item name="days" label={t('me.keyDays')}>
          <Select options={DAYS.map((count) => ({ value: count, label: t('me.days', { count }) }))} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
