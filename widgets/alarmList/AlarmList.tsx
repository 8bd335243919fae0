import { Button } from 'antd';
import { useState } from 'react';
import type { AlarmListConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { useMay } from '../../runtime/board/widget/guest.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { dictionaries } from '../../runtime/core/definitions/dictionaries.ts';
import { formatMoment } from '../../runtime/core/numbers/format.ts';
import { call } from '../../runtime/kit/api/client.ts';
import { useT, useText } from '../../runtime/kit/i18n/index.ts';
import { later } from '../../runtime/kit/overlay/later.tsx';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { ALARM_HANDLED, type Alarm, alarmState, confirmable, readAlarms } from './alarms.ts';
import texts from './texts.json';
import '../../runtime/board/figure/rows.css';
import './alarmList.css';

/** Loaded when the user confirms an alarm, because most users only view the list. */
const ConfirmDialog = later(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }));

const SUPPRESSED = { zh: '已屏蔽', en: 'suppressed' };

function Level({ level }: { level: string }) {
  const text = useText();
  const entry = dictionaries.alarmLevel.entries.find((one) => one.value === level);
  const title = entry ? text(entry.title) : level;
  return (
    <span className="wd-alarm-level" data-level={level} title={title}>
      <Icon name={level === 'info' ? 'info' : 'alarm'} label={title} />
    </span>
  );
}

function State({ alarm, onConfirm }: { alarm: Alarm; onConfirm?(): void }) {
  const t = useT(texts);
  const text = useText();
  const state = alarmState(alarm);
  if (state === 'confirmed')
    return <span>{t('widget.alarmList.confirmed', { checker: alarm.checker ?? '' })}</span>;
  if (state === 'recovered') return <span>{t('widget.alarmList.recovered')}</span>;
  if (state === 'suppressed') return <span title={alarm.suppressedBy ?? undefined}>{text(SUPPRESSED)}</span>;
  if (!onConfirm) return <span>{t('widget.alarmList.open')}</span>;
  return (
    <Button size="small" onClick={onConfirm} aria-label={`${t('widget.alarmList.confirm')}: ${alarm.info}`}>
      {t('widget.alarmList.confirm')}
    </Button>
  );
}

/** W011: shows the latest alarms. The dialog is a child of this component, so a refresh does not close it. */
export function AlarmList({ results, context, status, retry, refresh }: WidgetProps<AlarmListConfig>) {
  const t = useT(texts);
  const mayConfirm = confirmable(context, useMay('alarm:confirm'));
  const [confirming, setConfirming] = useState<Alarm | null>(null);
  const { alarms, total } = readAlarms(results);
  const waits = results.length === 0;
  return (
    <div className="wd-w-rows wd-alarms">
      {waits && status === 'loading' && <WidgetSkeleton rows={[90, 70, 85, 60]} />}
      {waits && status === 'failed' && <WidgetFailed retry={retry} />}
      {!waits && alarms.length === 0 && <WidgetEmpty text={t('widget.alarmList.none')} />}
      <ul>
        {alarms.map((alarm) => (
          <li key={alarm.id} data-state={alarmState(alarm)}>
            <Level level={alarm.level} />
            <div className="wd-alarm-what">
              <p title={alarm.info}>{alarm.info}</p>
              <small>
                <time dateTime={alarm.reportTime}>
                  {formatMoment(alarm.reportTime, 'second', context.zone)}
                </time>
                {alarm.deviceName && ` · ${alarm.deviceName}`}
              </small>
            </div>
            <div className="wd-alarm-state">
              <State alarm={alarm} onConfirm={mayConfirm ? () => setConfirming(alarm) : undefined} />
            </div>
          </li>
        ))}
      </ul>
      {total > alarms.length && <p className="wd-alarms-more">{t('widget.alarmList.more', { total })}</p>}
      {confirming && (
        <ConfirmDialog
          subject={confirming.info}
          onConfirm={async (checkInfo) => {
            await call('alarmUpdate', {
              path: { id: confirming.id },
              body: { checkInfo, status: ALARM_HANDLED },
            });
            refresh();
          }}
          onClose={() => setConfirming(null)}
        />
      )}
    </div>
  );
}
