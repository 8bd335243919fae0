import '../../core/definitions/allEntities.ts';
import { Alert, Modal } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import type { Field, Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import { followsRecord } from '../../core/rules/refWhere.ts';
import type { Values } from '../../core/rules/rule.ts';
import { completeValues } from '../../core/rules/values.ts';
import type { FieldAccess } from '../../form/model/build.ts';
import type { FormSource } from '../../form/model/formSource.ts';
import { FormDialog } from '../../form/screen/FormDialog.tsx';
import { notifyFailure } from '../../kit/api/failure.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { personNow } from '../../kit/session/person.ts';

interface Props {
  entity: Entity;
  transition: Transition;
  /** The title of the transition. It is also the label of the button. */
  title: string;
  /** Describes the record in words. */
  subject: string;
  /** The record of the transition. Undefined for many records. */
  record?: Values;
  /** The initial values of the form. */
  start: Values;
  /** Shown below the question. */
  below?: ReactNode;
  /** Makes the transition. Rejects if that fails. */
  onMove(form: Values | undefined): Promise<void>;
  onClose(): void;
}

/** Asks for the input of a transition: its form, or only a confirmation. */
export function MoveQuestion(props: Props) {
  const { entity, transition, title, subject, record, start, below, onMove, onClose } = props;
  const t = useT();
  const text = useText();
  const [busy, setBusy] = useState(false);
  // In the dialog of a transition "Cancel", the button that closes it has another label.
  const cancelText = title === t('common.cancel') ? t('common.back') : t('common.cancel');
  const form = useMemo(() => moveForm(entity, transition, record), [entity, transition, record]);
  if (form) {
    return (
      <FormDialog
        title={title}
        form={form}
        value={completeValues(form.schema, start, personNow())}
        {...(record ? { context: { id: record.id } } : { access: withoutChoices(form.schema) })}
        saveText={title}
        cancelText={cancelText}
        notice={
          <>
            <p className="wd-form-notice">{subject}</p>
            {transition.confirm && (
              <Alert
                className="wd-form-notice"
                type={transition.danger ? 'warning' : 'info'}
                showIcon
                title={text(transition.confirm)}
              />
            )}
            {below}
          </>
        }
        onSave={onMove}
        onCancel={onClose}
      />
    );
  }
  const confirm = async () => {
    setBusy(true);
    try {
      await onMove(undefined);
    } catch (error) {
      notifyFailure(error);
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('flow.confirmTitle', { title })}
      okText={title}
      okButtonProps={{ danger: transition.danger, loading: busy }}
      cancelText={cancelText}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <p>{subject}</p>
      {transition.confirm && <p>{text(transition.confirm)}</p>}
      {below}
    </Modal>
  );
}

/** Hides the fields that depend on a single record, if the transition is for many records. */
const withoutChoices = ({ properties = {} }: Field): FieldAccess => ({
  locked: new Set(),
  hidden: new Set(Object.keys(properties).filter((name) => followsRecord(properties[name]!))),
});

function moveForm(entity: Entity, { name, form }: Transition, record?: Values): FormSource | null {
  if (!form || Object.keys(form.properties ?? {}).length === 0) return null;
  return {
    ...{ name: `move/${entity.name}.${name}`, schema: form, pure: entity.forms[name] ?? {} },
    ...(record && { about: { field: entity.schema, values: record } }),
  };
}
