import { Alert, Button, Modal } from 'antd';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { formatZoned } from '../../core/numbers/format.ts';
import type { Values } from '../../core/rules/rule.ts';
import { stripValues } from '../../core/rules/values.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useUnsavedGuard } from '../../kit/overlay/guard.tsx';
import type { FieldAccess } from '../model/build.ts';
import type { FormSource } from '../model/formSource.ts';
import { placeRefusals, type ServerError } from '../model/problems.ts';
import { applyDraft, type Draft } from '../model/save/drafts.ts';
import { useDraft } from '../model/save/useDraft.ts';
import { useSaving } from '../model/save/useSaving.ts';
import { NO_UPLOADS } from '../model/save/useUploads.ts';
import { same } from '../values/structuralSharing.ts';
import { dialogWidth } from './dialogWidth.ts';
import { Form } from './Form.tsx';
import { FormFailure } from './FormFailure.tsx';

export interface FormDialogProps {
  title: string;
  form: FormSource;
  /** The values at the start of the form. */
  value: Values;
  /** The unchanged values, if they differ from the initial values. */
  base?: Values;
  context?: Values;
  /** The fields that this user may see and change, by default all. */
  access?: FieldAccess;
  /** Key of the draft, which stores the input across a reload. Null stores no draft. */
  draftKey?: string | null;
  /** False to hide an earlier draft. The default is true. */
  offerDraft?: boolean;
  /** Handles a draft in another way than by applying its changes to the form. */
  onDraft?(draft: Draft): void;
  /** 'logged' (V057) saves invalid input too, and logs its problems. */
  validate?: 'strict' | 'logged';
  saveText?: string;
  cancelText?: string;
  /** The server's earlier errors for fields. */
  refused?: readonly ServerError[];
  /** Content above the fields, such as a conflict or a hint. */
  notice?: ReactNode;
  /** Renders tools for the input beside the buttons. */
  tools?(values: Values): ReactNode;
  /** Saves the values, or throws. The field errors of an ApiError are shown at their fields. */
  onSave(value: Values): void | Promise<void>;
  onCancel(): void;
}

const NO_CONTEXT: Values = {};

/** Shows a form in a dialog. Enter saves. Esc closes, with a confirmation if the input has changed. */
export function FormDialog(props: FormDialogProps) {
  const { form, value, base = value, context, access, validate, onCancel } = props;
  const { schema } = form;
  const t = useT();
  const id = useId();
  const [entered, setEntered] = useState(value);
  const [last, setLast] = useState(true);
  const [isReady, setReady] = useState(false);
  const [uploads, setUploads] = useState(NO_UPLOADS);
  const { busy, failure, refused, save } = useSaving(props.refused);
  const changed = !same(stripValues(schema, entered), stripValues(schema, base));
  const guard = useUnsavedGuard((changed || uploads.running > 0) && !busy);
  const { draftKey = null, offerDraft = true } = props;
  const draft = useDraft({ key: draftKey, offer: offerDraft, schema, base, value: entered });

  async function submit(values: Values): Promise<void> {
    await props.onSave(values);
    draft.end();
  }
  async function leave(): Promise<void> {
    if (busy || !(await guard.ask())) return;
    if (changed) draft.end();
    onCancel();
  }
  function proceed(foundDraft: Draft): void {
    draft.settle();
    if (props.onDraft) props.onDraft(foundDraft);
    else setEntered(applyDraft(foundDraft, entered));
  }

  return (
    <Modal
      open
      className="wd-form-dialog"
      title={props.title}
      width={dialogWidth(form)}
      mask={{ closable: false }}
      onCancel={() => void leave()}
      footer={[
        <Fragment key="tools">{props.tools?.(entered)}</Fragment>,
        <Button key="cancel" onClick={() => void leave()}>
          {props.cancelText ?? t('common.cancel')}
        </Button>,
        <Button
          key="save"
          type="primary"
          htmlType="submit"
          form={id}
          disabled={!isReady}
          loading={busy || uploads.waiting}
        >
          {last ? (props.saveText ?? t('common.save')) : t('form.next')}
        </Button>,
      ]}
    >
      {guard.holder}
      {props.notice}
      {draft.offered && <DraftOffer draft={draft.offered} onContinue={proceed} onDiscard={draft.end} />}
      <FormFailure
        text={failure}
        others={placeRefusals(schema, refused, entered, context ?? NO_CONTEXT).others}
      />
      <Form
        {...{ id, form, context, access, validate }}
        value={entered}
        serverErrors={refused}
        autoFocus
        onReady={() => setReady(true)}
        onChange={setEntered}
        onStep={setLast}
        onUploads={setUploads}
        onSubmit={(values) => void save(() => submit(values))}
      />
    </Modal>
  );
}

interface DraftOfferProps {
  draft: Draft;
  onContinue(draft: Draft): void;
  onDiscard(): void;
}

function DraftOffer({ draft, onContinue, onDiscard }: DraftOfferProps) {
  const t = useT();
  return (
    <Alert
      className="wd-form-notice"
      type="info"
      showIcon
      title={t('form.draftFound', { time: formatZoned(draft.at) })}
      description={
        <span className="wd-form-notice-actions">
          <Button size="small" onClick={() => onContinue(draft)}>
            {t('form.draftContinue')}
          </Button>
          <Button size="small" type="text" onClick={onDiscard}>
            {t('form.draftDiscard')}
          </Button>
        </span>
      }
    />
  );
}
