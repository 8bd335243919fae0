import { Alert, Modal } from 'antd';
import { useMemo, useState } from 'react';
import type { Transition } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../core/definitions/entities.ts';
import { completeValues, pickValues } from '../../core/values.ts';
import type { FormSource } from '../../form/model/formSource.ts';
import { FormDialog } from '../../form/screen/FormDialog.tsx';
import { tellFailure } from '../../kit/api/failure.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import type { ListRecord } from '../calls/useRecords.ts';
import { moveRecord } from './move.ts';

interface Props {
  entity: string;
  record: ListRecord;
  transition: Transition;
  onClose(): void;
  onDone?(): void;
}

/** Asks what a move needs before it happens: its form, or a plain yes. */
export function MoveDialog({ entity: name, record, transition, onClose, onDone }: Props) {
  const t = useT();
  const text = useText();
  const entity: Entity = entityOf(name);
  const [busy, setBusy] = useState(false);
  const title = text(transition.title);
  const form = useMemo(() => moveForm(entity, transition), [entity, transition]);
  const move = (values?: Record<string, unknown>) =>
    moveRecord(entity, record, transition, values, t('flow.moved', { title })).then(() => {
      onDone?.();
      onClose();
    });

  if (form) {
    return (
      <FormDialog
        title={title}
        form={form}
        value={completeValues(form.schema, pickValues(form.schema, record))}
        saveText={title}
        notice={
          transition.confirm && (
            <Alert
              className="wd-form-notice"
              type={transition.danger ? 'warning' : 'info'}
              showIcon
              title={text(transition.confirm)}
            />
          )
        }
        onSave={move}
        onCancel={onClose}
      />
    );
  }
  const confirm = async () => {
    setBusy(true);
    try {
      await move();
    } catch (error) {
      tellFailure(error);
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
      cancelText={t('common.cancel')}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      {transition.confirm && <p>{text(transition.confirm)}</p>}
    </Modal>
  );
}

function moveForm(entity: Entity, { name, form }: Transition): FormSource | null {
  if (!form || Object.keys(form.properties ?? {}).length === 0) return null;
  return { name: `move/${entity.name}.${name}`, schema: form, pure: entity.forms[name] ?? {} };
}
