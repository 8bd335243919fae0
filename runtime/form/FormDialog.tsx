import { Alert, Button, Modal } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { ApiError, errorText } from '../api/errors.ts';
import type { Values } from '../core/rule.ts';
import { values_strip } from '../core/values.ts';
import { useT } from '../i18n/index.ts';
import { SIZE, SPACE_STEP } from '../theme/tokens.ts';
import { Form, type FormSource } from './Form.tsx';
import { useUnsavedGuard } from './guard.tsx';
import type { ServerError } from './problems.ts';
import { same } from './share.ts';

export interface FormDialogProps {
  title: string;
  form: FormSource;
  /** What the form starts with. */
  value: Values;
  /** What counts as unchanged, where that is not what the form starts with. */
  base?: Values;
  context?: Values;
  /** 'logged' (V057): saves whatever was entered; what is wrong with it is only logged. */
  validate?: 'strict' | 'logged';
  saveText?: string;
  /** Something to know before the fields: a conflict, a hint. */
  notice?: ReactNode;
  /** May refuse by throwing; an ApiError's field errors are shown at their fields. */
  onSave(value: Values): void | Promise<void>;
  onCancel(): void;
}

/** So many fields fit one column without scrolling; more of them get two. */
const ONE_COLUMN_FIELDS = 6;
/** The dialog's own margins around the form. */
const FRAME = SPACE_STEP * 12;

const NO_ERRORS: readonly ServerError[] = [];

/** A form in a dialog: Enter saves, Esc leaves and asks only when something was changed. */
export function FormDialog(props: FormDialogProps) {
  const { title, form, value, base = value, context, validate, saveText, notice, onSave, onCancel } = props;
  const t = useT();
  const id = useId();
  const [draft, setDraft] = useState(value);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [refused, setRefused] = useState<readonly ServerError[]>(NO_ERRORS);
  const changed = !same(values_strip(draft), values_strip(base));
  const guard = useUnsavedGuard(changed && !busy);
  const wide = Object.keys(form.schema.properties ?? {}).length > ONE_COLUMN_FIELDS;

  async function save(values: Values): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      await onSave(values);
    } catch (error) {
      const shown = errorText(error);
      setRefused(error instanceof ApiError ? error.fields : NO_ERRORS);
      setFailure(
        shown === null ? t('form.saveFailed') : 'text' in shown ? shown.text : t(shown.key, shown.params),
      );
    } finally {
      setBusy(false);
    }
  }

  async function leave(): Promise<void> {
    if (!busy && (await guard.ask())) onCancel();
  }

  return (
    <Modal
      open
      className="wd-form-dialog"
      title={title}
      width={(wide ? SIZE.form : SIZE.dialog) + FRAME}
      mask={{ closable: false }}
      onCancel={() => void leave()}
      footer={[
        <Button key="cancel" onClick={() => void leave()}>
          {t('common.cancel')}
        </Button>,
        <Button key="save" type="primary" htmlType="submit" form={id} loading={busy}>
          {saveText ?? t('common.save')}
        </Button>,
      ]}
    >
      {guard.holder}
      {notice}
      {failure && <Alert className="wd-form-failure" type="error" showIcon role="alert" title={failure} />}
      <Form
        id={id}
        form={form}
        value={draft}
        context={context}
        validate={validate}
        serverErrors={refused}
        autoFocus
        onChange={setDraft}
        onSubmit={(values) => void save(values)}
      />
    </Modal>
  );
}
