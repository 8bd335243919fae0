import { Form, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { call } from '../../kit/api/client.ts';
import { tellFailure } from '../../kit/api/failure.ts';
import { useT } from '../../kit/i18n/index.ts';
import { parseAttribute, writeAttribute } from './attributeText.ts';

type Attribute = Data<'deviceAttributes'>[number];

const SCOPES = ['shared', 'server'] as const;
const MAX_KEY = 80;
const ROWS = { minRows: 1, maxRows: 8 };

interface Props {
  id: number;
  /** Null: a new one. */
  attribute: Attribute | null;
  onSaved(attributes: readonly Attribute[]): void;
  onClose(): void;
}

/** Takes an attribute that people set of a device. */
export function AttributeForm({ id, attribute, onSaved, onClose }: Props) {
  const t = useT();
  const [scope, setScope] = useState<(typeof SCOPES)[number]>(
    attribute?.scope === 'server' ? 'server' : 'shared',
  );
  const [key, setKey] = useState(attribute?.key ?? '');
  const [text, setText] = useState(attribute ? writeAttribute(attribute.value) : '');
  const [busy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const body = { scope, key: key.trim(), value: parseAttribute(text) };
      onSaved(await call('deviceAttributeSet', { path: { id }, body }));
    } catch (error) {
      tellFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      title={t(attribute ? 'attributes.edit' : 'attributes.add')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: key.trim() === '' || text === '', loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label={t('attributes.scope')} htmlFor="attribute-scope">
          <Select
            id="attribute-scope"
            value={scope}
            disabled={attribute !== null}
            options={SCOPES.map((value) => ({ value, label: t(`attributes.${value}`) }))}
            onChange={setScope}
          />
        </Form.Item>
        <Form.Item label={t('attributes.key')} htmlFor="attribute-key">
          <Input
            id="attribute-key"
            value={key}
            maxLength={MAX_KEY}
            disabled={attribute !== null}
            onChange={(event) => setKey(event.target.value)}
          />
        </Form.Item>
        <Form.Item label={t('attributes.value')} htmlFor="attribute-value" extra={t('attributes.valueHint')}>
          <Input.TextArea
            id="attribute-value"
            value={text}
            autoSize={ROWS}
            onChange={(event) => setText(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
