import { Button, Modal } from 'antd';
import { useId, useMemo, useState } from 'react';
import type { BoardWidget, WidgetDefinition } from '../../../generated/definition.ts';
import { widgetForms } from '../../../generated/widgetForms.ts';
import { widgets } from '../../../generated/widgets.ts';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import type { FormSource } from '../../form/model/formSource.ts';
import { NO_UPLOADS } from '../../form/model/save/useUploads.ts';
import { Form } from '../../form/screen/Form.tsx';
import { useT } from '../../kit/i18n/index.ts';
import { useUnsavedGuard } from '../../kit/overlay/guard.tsx';
import { SIZE } from '../../kit/theme/tokens.ts';
import type { BoardMoment, ShownWidget } from '../live/useBoardData.ts';
import { ConfigPreview } from './ConfigPreview.tsx';
import { type Ready, useConfigContext, useConfigDraft } from './useConfigDraft.ts';
import './config.css';

interface Props {
  widget: BoardWidget;
  resolved: Ready;
  name: string;
  /** Names of variables that the station does not have, by their serial numbers. */
  absent: Readonly<Record<string, string>>;
  moment: BoardMoment;
  scheduler: Scheduler;
  rows: number;
  /** Reports the previewed widget, so that the board's scheduler fetches its data too. */
  onPreview(widget: BoardWidget | null): void;
  preview: ShownWidget | null;
  onSave(config: Record<string, unknown>): void;
  onCancel(): void;
}

/** The form has a fixed width. The preview has the rest of the dialog. */
const WIDTH = SIZE.form + SIZE.dialog / 1.3;

const forms: Readonly<Record<string, Record<string, unknown>>> = widgetForms;

const definitions: Readonly<Record<string, WidgetDefinition>> = widgets;

function formSource({ definition: { type, config } }: Ready): FormSource {
  const { config: schema = config, ui } = definitions[type] ?? {};
  return { name: `widget/${type}`, schema, pure: forms[type] ?? {}, ui };
}

/** Shows the dialog that configures a widget (V018): the form on the left, the resulting widget on the right. */
export function ConfigDialog(props: Props) {
  const { widget, resolved, name, absent, moment, scheduler, rows, preview, onPreview, onSave, onCancel } =
    props;
  const t = useT();
  const id = useId();
  const context = useConfigContext(moment, absent);
  const { draft, setDraft, toStored, changed } = useConfigDraft(widget, resolved, context, onPreview);
  const form = useMemo(() => formSource(resolved), [resolved]);
  const [uploads, setUploads] = useState(NO_UPLOADS);
  const guard = useUnsavedGuard(changed || uploads.running > 0);
  const leave = async () => {
    if (!(await guard.ask())) return;
    onPreview(null);
    onCancel();
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
          {t('look.apply')}
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
          onSubmit={(values) => {
            onPreview(null);
            onSave(toStored(values));
          }}
        />
        <ConfigPreview preview={preview} moment={moment} scheduler={scheduler} rows={rows} />
      </div>
    </Modal>
  );
}
