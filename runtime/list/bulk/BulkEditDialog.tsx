import { Alert, Button, Modal, Select } from 'antd';
import { useId, useMemo, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/format.ts';
import type { Values } from '../../core/rule.ts';
import type { ServerError } from '../../form/model/problems.ts';
import { NO_UPLOADS } from '../../form/model/useUploads.ts';
import { Form } from '../../form/screen/Form.tsx';
import { ApiError, errorText } from '../../kit/api/errors.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useUnsavedGuard } from '../../kit/overlay/guard.tsx';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { SIZE, SPACE_STEP } from '../../kit/theme/tokens.ts';
import { listField } from '../../record/query/fields.ts';
import { bulkFields, bulkForm, bulkValues } from './bulkForm.ts';

interface Props {
  entity: Entity;
  count: number;
  onSave(values: Values): Promise<void>;
  onCancel(): void;
}

const FRAME = SPACE_STEP * 12;
const NO_ERRORS: readonly ServerError[] = [];

/** One chooses the fields, gives each its new value, and all selected records get it. */
export default function BulkEditDialog({ entity: whole, count, onSave, onCancel }: Props) {
  const entity = useEntityFor(whole, 'write');
  const t = useT();
  const text = useText();
  const id = useId();
  const [names, setNames] = useState<string[]>([]);
  const [values, setValues] = useState<Values>({});
  const [busy, setBusy] = useState(false);
  const [uploads, setUploads] = useState(NO_UPLOADS);
  const [failure, setFailure] = useState('');
  const [refused, setRefused] = useState<readonly ServerError[]>(NO_ERRORS);
  const form = useMemo(() => bulkForm(entity, names), [entity, names]);
  const guard = useUnsavedGuard(names.length > 0 && !busy);
  const shown = formatNumber(count);
  const title = (name: string) => text(listField(entity, name).title ?? { zh: name, en: name });

  async function save(entered: Values): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      await onSave(bulkValues(names, entered));
    } catch (error) {
      const said = errorText(error);
      const fields = error instanceof ApiError ? error.fields : NO_ERRORS;
      setRefused(fields.map(({ field, msg }) => ({ field: field.replace(/^\/values(?=\/)/, ''), msg })));
      setFailure(
        said === null ? t('form.saveFailed') : 'text' in said ? said.text : t(said.key, said.params),
      );
    } finally {
      setBusy(false);
    }
  }
  const leave = async () => {
    if (!busy && (await guard.ask())) onCancel();
  };

  return (
    <Modal
      open
      className="wd-form-dialog"
      title={t('list.bulkEditTitle', { count: shown })}
      width={SIZE.dialog + FRAME}
      mask={{ closable: false }}
      onCancel={() => void leave()}
      footer={[
        <Button key="cancel" onClick={() => void leave()}>
          {t('common.cancel')}
        </Button>,
        <Button
          key="save"
          type="primary"
          htmlType="submit"
          form={id}
          loading={busy || uploads.waiting}
          disabled={names.length === 0}
        >
          {t('list.bulkEditSave', { count: shown })}
        </Button>,
      ]}
    >
      {guard.holder}
      {failure && <Alert className="wd-form-failure" type="error" showIcon role="alert" title={failure} />}
      <div className="wd-bulk-fields">
        <label htmlFor={`${id}-fields`}>{t('list.bulkFields')}</label>
        <Select
          id={`${id}-fields`}
          mode="multiple"
          autoFocus
          placeholder={t('list.bulkFieldsHint')}
          options={bulkFields(entity).map((name) => ({ value: name, label: title(name) }))}
          showSearch={{ optionFilterProp: 'label' }}
          value={names}
          onChange={(next) => {
            setNames(next);
            setValues(Object.fromEntries(Object.entries(values).filter(([name]) => next.includes(name))));
          }}
        />
      </div>
      {names.length > 0 && (
        <>
          <Form
            key={names.join()}
            id={id}
            form={form}
            value={values}
            serverErrors={refused}
            onChange={setValues}
            onUploads={setUploads}
            onSubmit={(entered) => void save(entered)}
          />
          <p className="wd-bulk-note">{t('list.bulkEmptyNote')}</p>
        </>
      )}
    </Modal>
  );
}
