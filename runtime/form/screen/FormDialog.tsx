import { Alert, Button, Modal } from 'antd';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { formatMoment } from '../../core/format.ts';
import type { Values } from '../../core/rule.ts';
import { stripValues } from '../../core/values.ts';
import { ApiError, errorText } from '../../kit/api/errors.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useUnsavedGuard } from '../../kit/overlay/guard.tsx';
import { SIZE, SPACE_STEP } from '../../kit/theme/tokens.ts';
import type { FieldAccess } from '../model/build.ts';
import { applyDraft, type Draft } from '../model/drafts.ts';
import type { FormSource } from '../model/formSource.ts';
import { placeRefusals, type ServerError } from '../model/problems.ts';
import { useDraft } from '../model/useDraft.ts';
import { NO_UPLOADS } from '../model/useUploads.ts';
import { same } from '../values/share.ts';
import { Form } from './Form.tsx';

export interface FormDialogProps {
  title: string;
  form: FormSource;
  /** What the form starts with. */
  value: Values;
  /** What counts as unchanged, where that is not what the form starts with. */
  base?: Values;
  context?: Values;
  /** What this user may see and change; everything without it. */
  access?: FieldAccess;
  /** Under this key what is entered outlives a reload; nothing is kept without it. */
  draftKey?: string | null;
  /** Whether an earlier draft is offered; yes without it. */
  offerDraft?: boolean;
  /** Goes on with a draft in another way than by putting its changes into the form. */
  onDraft?(draft: Draft): void;
  /** 'logged' (V057): saves whatever was entered; what is wrong with it is only logged. */
  validate?: 'strict' | 'logged';
  saveText?: string;
  /** Something to know before the fields: a conflict, a hint. */
  notice?: ReactNode;
  /** What else can be done with what is entered, beside the buttons. */
  tools?(values: Values): ReactNode;
  /** May refuse by throwing; an ApiError's field errors are shown at their fields. */
  onSave(value: Values): void | Promise<void>;
  onCancel(): void;
}

/** So many fields fit one column without scrolling; more of them get two. */
const ONE_COLUMN_FIELDS = 6;
/** The dialog's own margins around the form. */
const FRAME = SPACE_STEP * 12;

const NO_ERRORS: readonly ServerError[] = [];
const NO_CONTEXT: Values = {};
const LINE = ' · ';

/** A column of a table that one can type in, and what stands beside the columns: number and buttons of the row. */
const COLUMN = SPACE_STEP * 36;
const BESIDE_COLUMNS = SPACE_STEP * 52;
const MAX_WIDTH = SPACE_STEP * 320;

/** The room of the widest table of the form, so that none of its columns is out of sight where the window has room. */
function tablesWidth({ schema }: FormSource): number {
  const columns = Object.values(schema.properties ?? {}).map((field) =>
    field['x-control'] === 'table'
      ? Object.values(field.items?.properties ?? {}).filter(
          (one) => !one.readOnly && one['x-control'] !== 'hidden',
        ).length
      : 0,
  );
  const most = Math.max(0, ...columns);
  return most === 0 ? 0 : Math.min(most * COLUMN + BESIDE_COLUMNS, MAX_WIDTH);
}

const dialogWidth = (form: FormSource): number => Math.max(fieldsWidth(form), tablesWidth(form));

function fieldsWidth({ schema, ui }: FormSource): number {
  if (ui?.columns === 3) return SIZE.form * 1.5 + FRAME;
  const wide =
    ui?.columns === 1
      ? false
      : ui?.columns === 2 || Object.keys(schema.properties ?? {}).length > ONE_COLUMN_FIELDS;
  return (wide ? SIZE.form : SIZE.dialog) + FRAME;
}

/** A form in a dialog: Enter saves, Esc leaves and asks only when something was changed. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    form,
    value,
    base = value,
    context,
    access,
    validate,
    saveText,
    notice,
    onSave,
    onCancel,
  } = props;
  const t = useT();
  const id = useId();
  const [entered, setEntered] = useState(value);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [refused, setRefused] = useState<readonly ServerError[]>(NO_ERRORS);
  const [last, setLast] = useState(true);
  const [uploads, setUploads] = useState(NO_UPLOADS);
  const changed = !same(stripValues(form.schema, entered), stripValues(form.schema, base));
  const guard = useUnsavedGuard((changed || uploads.running > 0) && !busy);
  const draft = useDraft({
    key: props.draftKey ?? null,
    offer: props.offerDraft ?? true,
    schema: form.schema,
    base,
    value: entered,
  });

  async function save(values: Values): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure('');
    try {
      await onSave(values);
      draft.end();
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

  const unplaced =
    failure && refused.length > 0
      ? placeRefusals(form.schema, refused, entered, context ?? NO_CONTEXT).others
      : [];

  async function leave(): Promise<void> {
    if (busy || !(await guard.ask())) return;
    if (changed) draft.end();
    onCancel();
  }

  function proceed(found: Draft): void {
    draft.settle();
    if (props.onDraft) props.onDraft(found);
    else setEntered(applyDraft(found, entered));
  }

  return (
    <Modal
      open
      className="wd-form-dialog"
      title={title}
      width={dialogWidth(form)}
      mask={{ closable: false }}
      onCancel={() => void leave()}
      footer={[
        <Fragment key="tools">{props.tools?.(entered)}</Fragment>,
        <Button key="cancel" onClick={() => void leave()}>
          {t('common.cancel')}
        </Button>,
        <Button key="save" type="primary" htmlType="submit" form={id} loading={busy || uploads.waiting}>
          {last ? (saveText ?? t('common.save')) : t('form.next')}
        </Button>,
      ]}
    >
      {guard.holder}
      {notice}
      {draft.offered && <DraftOffer draft={draft.offered} onContinue={proceed} onDiscard={draft.end} />}
      {failure && (
        <Alert
          className="wd-form-failure"
          type="error"
          showIcon
          role="alert"
          title={failure}
          description={unplaced.length > 0 ? unplaced.join(LINE) : undefined}
        />
      )}
      <Form
        id={id}
        form={form}
        value={entered}
        context={context}
        access={access}
        validate={validate}
        serverErrors={refused}
        autoFocus
        onChange={setEntered}
        onStep={setLast}
        onUploads={setUploads}
        onSubmit={(values) => void save(values)}
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
      title={t('form.draftFound', { time: formatMoment(draft.at) })}
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
