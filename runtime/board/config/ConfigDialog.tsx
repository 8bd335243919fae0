import { Button, Modal } from 'antd';
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import type { BoardWidget } from '../../../generated/definition.ts';
import { widgets } from '../../../generated/widgets.ts';
import { soundConfig } from '../../core/document/config.ts';
import { formConfig, keepEmptied } from '../../core/document/formConfig.ts';
import { ROW_HEIGHT } from '../../core/document/layout.ts';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import type { FormSource } from '../../form/model/formSource.ts';
import { NO_UPLOADS } from '../../form/model/useUploads.ts';
import { Form } from '../../form/screen/Form.tsx';
import { useT } from '../../kit/i18n/index.ts';
import { useUnsavedGuard } from '../../kit/overlay/guard.tsx';
import { SIZE, SPACE_STEP } from '../../kit/theme/tokens.ts';
import { type WidgetHandlers, WidgetView } from '../frame/WidgetView.tsx';
import { type BoardMoment, PREVIEW_ID, type ShownWidget } from '../live/useBoardData.ts';
import type { ResolvedWidget } from '../widget/resolve.ts';
import './config.css';

type Ready = Extract<ResolvedWidget, { state: 'ready' }>;

interface Props {
  widget: BoardWidget;
  resolved: Ready;
  name: string;
  /** What variables are called that the station does not have, by their numbers. */
  absent: Readonly<Record<string, string>>;
  moment: BoardMoment;
  scheduler: Scheduler;
  rows: number;
  /** What the preview shows at the moment, so that the board's scheduler fetches its data too. */
  onPreview(widget: BoardWidget | null): void;
  preview: ShownWidget | null;
  onSave(config: Record<string, unknown>): void;
  onCancel(): void;
}

/** A third of the dialog shows what the rest of it changes. */
const WIDTH = SIZE.form + SIZE.dialog / 1.3;
const PREVIEW_DELAY_MS = 300;
const noHandlers: WidgetHandlers = {
  onConfigure() {},
  onDuplicate() {},
  onLock() {},
  onRemove() {},
  onReload() {},
};

type Schemas = Record<string, { pureConfig?: Record<string, unknown> }>;

function formSource({ definition }: Ready): FormSource {
  const pure = (widgets as unknown as Schemas)[definition.type]?.pureConfig ?? {};
  return { name: `widget/${definition.type}`, schema: definition.config, pure, ui: definition.ui };
}

/** The dialog that configures a widget (V018): the form on the left, the widget as it would become on the right. */
export function ConfigDialog(props: Props) {
  const { widget, resolved, name, absent, moment, scheduler, rows, preview, onPreview, onSave, onCancel } =
    props;
  const t = useT();
  const id = useId();
  const schema = resolved.definition.config;
  const context = useMemo(
    () => ({ historical: moment.historical !== null, boardDevice: true, absent }),
    [moment.historical, absent],
  );
  const [initial] = useState(() =>
    formConfig(schema, { ...resolved.config, ...emptied(widget.config) }, context),
  );
  const [draft, setDraft] = useState(initial);
  const settled = useDeferredValue(draft);
  const form = useMemo(() => formSource(resolved), [resolved]);
  const changed = JSON.stringify(draft) !== JSON.stringify(initial);
  const [uploads, setUploads] = useState(NO_UPLOADS);
  const guard = useUnsavedGuard(changed || uploads.running > 0);

  useEffect(() => {
    const config = keepEmptied(schema, soundConfig(schema, settled));
    const shown = { ...widget, id: PREVIEW_ID, version: resolved.definition.version, config };
    const timer = setTimeout(() => onPreview(shown), PREVIEW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [settled, schema, widget, resolved.definition.version, onPreview]);

  const leave = async () => {
    if (!(await guard.ask())) return;
    onPreview(null);
    onCancel();
  };
  const save = (values: Record<string, unknown>) => {
    onPreview(null);
    onSave(keepEmptied(schema, soundConfig(schema, values)));
  };

  return (
    <Modal
      open
      className="wd-config"
      title={t('board.configTitle', { name })}
      width={WIDTH}
      mask={{ closable: false }}
      onCancel={() => void leave()}
      footer={[
        <Button key="cancel" onClick={() => void leave()}>
          {t('common.cancel')}
        </Button>,
        <Button key="save" type="primary" htmlType="submit" form={id} loading={uploads.waiting}>
          {t('common.save')}
        </Button>,
      ]}
    >
      {guard.holder}
      <div className="wd-config-body">
        <Form
          id={id}
          form={form}
          value={draft}
          context={context}
          validate="logged"
          autoFocus
          onChange={setDraft}
          onUploads={setUploads}
          onSubmit={save}
        />
        <aside className="wd-config-preview" aria-label={t('board.preview')}>
          <p>{t('board.preview')}</p>
          <div style={{ height: Math.max(rows, 3) * (ROW_HEIGHT + SPACE_STEP * 2) }}>
            {preview && (
              <WidgetView
                shown={preview}
                moment={moment}
                editing={false}
                scheduler={scheduler}
                handlers={noHandlers}
              />
            )}
          </div>
        </aside>
      </div>
    </Modal>
  );
}

const emptied = (config: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value === ''));
