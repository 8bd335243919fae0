import { Button, Modal, Select } from 'antd';
import { useId, useMemo, useState } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';
import { formatNumber } from '../../core/numbers/format.ts';
import type { Values } from '../../core/rules/rule.ts';
import { useSaving } from '../../form/model/save/useSaving.ts';
import { NO_UPLOADS } from '../../form/model/save/useUploads.ts';
import { Form } from '../../form/screen/Form.tsx';
import { FormFailure } from '../../form/screen/FormFailure.tsx';
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
/** The call reports field errors below `values`. */
const VALUES = /^\/values(?=\/)/;

/** Asks for fields and their new values for all selected records. */
export default function BulkEditDialog({ entity: whole, count, onSave, onCancel }: Props) {
  const entity = useEntityFor(whole, 'write');
  const t = useT();
  const id = useId();
  const [names, setNames] = useState<string[]>([]);
  const [values, setValues] = useState<Values>({});
  const [uploads, setUploads] = useState(NO_UPLOADS);
  const { busy, failure, refused, save } = useSaving();
  const form = useMemo(() => bulkForm(entity, names), [entity, names]);
  const guard = useUnsavedGuard(names.length > 0 && !busy);
  const shown = formatNumber(count);
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
      <FormFailure text={failure} />
      <FieldChoice
        entity={entity}
        names={names}
        onChange={(next) => {
          setNames(next);
          setValues(pickNames(values, next));
        }}
      />
      {names.length > 0 && (
        <>
          <Form
            key={names.join()}
            id={id}
            form={form}
            value={values}
            serverErrors={refused.map(({ field, msg }) => ({ field: field.replace(VALUES, ''), msg }))}
            onChange={setValues}
            onUploads={setUploads}
            onSubmit={(entered) => void save(() => onSave(bulkValues(names, entered)))}
          />
          <p className="wd-bulk-note">{t('list.bulkEmptyNote')}</p>
        </>
      )}
    </Modal>
  );
}

function pickNames(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

interface FieldChoiceProps {
  entity: Entity;
  names: string[];
  onChange(names: string[]): void;
}

/** Lets the user choose the fields to change in all records. */
function FieldChoice({ entity, names, onChange }: FieldChoiceProps) {
  const t = useT();
  const text = useText();
  const id = useId();
  const title = (name: string) => text(listField(entity, name).title ?? { zh: name, en: name });
  return (
    <div className="wd-bulk-fields">
      <label htmlFor={id}>{t('list.bulkFields')}</label>
      <Select
        id={id}
        mode="multiple"
        autoFocus
        placeholder={t('list.bulkFieldsHint')}
        options={bulkFields(entity).map((name) => ({ value: name, label: title(name) }))}
        showSearch={{ optionFilterProp: 'label' }}
        value={names}
        onChange={onChange}
      />
    </div>
  );
}
