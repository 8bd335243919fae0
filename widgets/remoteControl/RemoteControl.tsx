import { Button } from 'antd';
import { useState } from 'react';
import type { RemoteControlConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { useMay } from '../../runtime/board/widget/guest.ts';
import type { WidgetContext, WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatMoment, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { later } from '../../runtime/kit/overlay/later.tsx';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import {
  type ControlBlock,
  type ControlCommand,
  type ControlRow,
  type ControlVariable,
  commandNewest,
  controlBlock,
  controlRows,
  writtenValue,
} from './controls.ts';
import texts from './texts.json';
import { useCommands } from './useCommands.ts';
import { useValueWords } from './useValueWords.ts';
import '../../runtime/board/figure/rows.css';
import './remoteControl.css';

/** Loaded when the user begins to control a device, because most users only view values. */
const ControlDialog = later(async () => ({ default: (await import('./ControlDialog.tsx')).ControlDialog }));

const SIGNS = { requested: 'clock', acknowledged: 'check', rejected: 'error', expired: 'warning' } as const;

/** Shows the progress of the newest command. */
function CommandState({
  command,
  variable,
  zone,
}: {
  command: ControlCommand;
  variable: ControlVariable;
  zone: WidgetContext['zone'];
}) {
  const t = useT(texts);
  const words = useValueWords()(variable);
  const { state, value, requestedBy, requestedAt, answeredAt } = command;
  const written = writtenValue(command);
  const stateText =
    written === null
      ? t(`widget.remoteControl.${state}`, { value: words.of(value) })
      : t('widget.remoteControl.written', {
          written: formatQuantity(written, variable.unit ?? ''),
          value: formatQuantity(Number(value), variable.unit ?? ''),
        });
  const by = `${formatMoment(answeredAt ?? requestedAt, 'second', zone)}${requestedBy ? ` · ${requestedBy}` : ''}`;
  return (
    <span className="wd-control-state" data-state={state} title={`${stateText} · ${by}`}>
      <Icon name={SIGNS[state] ?? 'unknown'} size={14} /> {stateText}
    </span>
  );
}

interface RowProps {
  row: ControlRow;
  zone: string;
  block: ControlBlock | null;
  onControl(): void;
}

function Row({ row: { name, variable, command }, zone, block, onControl }: RowProps) {
  const t = useT(texts);
  const words = useValueWords();
  if (!variable)
    return (
      <li data-offline>
        <div className="wd-control-what">
          <p>{name}</p>
          <small>{t('widget.remoteControl.gone')}</small>
        </div>
      </li>
    );
  const { deviceName, online, value } = variable;
  const reason = !online ? 'offline' : block;
  return (
    <li data-offline={online ? undefined : true}>
      <div className="wd-control-what">
        <p title={name}>{name}</p>
        <small title={deviceName}>
          {deviceName}
          {!online && (
            <>
              {' · '}
              <Icon name="offline" size={14} /> {t('widget.remoteControl.deviceOffline')}
            </>
          )}
        </small>
        <output aria-label={t('widget.remoteControl.lastCommand', { name })}>
          {command && <CommandState command={command} variable={variable} zone={zone} />}
        </output>
      </div>
      <b className="wd-control-value">{words(variable).of(value)}</b>
      <Button
        size="small"
        disabled={reason !== null || command?.state === 'requested'}
        title={reason ? t(`widget.remoteControl.block.${reason}`) : undefined}
        aria-label={t('widget.remoteControl.controlNamed', { name: `${deviceName} ${name}` })}
        onClick={onControl}
      >
        {t('widget.remoteControl.control')}
      </Button>
    </li>
  );
}

/** W030: shows controllable variables, and the result of the last command. Every command needs a confirmation. */
export function RemoteControl({
  config,
  results,
  context,
  status,
  retry,
  refresh,
}: WidgetProps<RemoteControlConfig>) {
  const t = useT(texts);
  const may = useMay('device:control');
  const { followed, send } = useCommands(refresh);
  const [openSn, setOpenSn] = useState<string | null>(null);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 70, 80]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const rows = controlRows(config, results).map((row) => ({
    ...row,
    command: commandNewest(row.command, followed.get(row.sn)),
  }));
  if (rows.length === 0)
    return (
      <WidgetEmpty
        text={t('widget.remoteControl.empty')}
        hint={t('widget.remoteControl.emptyHint')}
        page="MeterInfo"
      />
    );
  const block = controlBlock(context, may);
  const opened = block === null ? rows.find(({ sn }) => sn === openSn) : undefined;
  return (
    <div className="wd-w-rows wd-controls">
      {block && block !== 'editing' && (
        <p className="wd-controls-note">{t(`widget.remoteControl.block.${block}`)}</p>
      )}
      <ul>
        {rows.map((row) => (
          <Row key={row.sn} row={row} zone={context.zone} block={block} onControl={() => setOpenSn(row.sn)} />
        ))}
      </ul>
      {opened?.variable && (
        <ControlDialog
          name={opened.name}
          variable={opened.variable}
          onSend={(value) => send(opened.sn, value)}
          onClose={() => setOpenSn(null)}
        />
      )}
    </div>
  );
}
