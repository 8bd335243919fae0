import type { SignalChangeConfig } from '../../generated/types.ts';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatMoment } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { listShownChanges } from './changes.ts';
import texts from './texts.json';
import './signalChange.css';

/** W024: shows changes of digital signals: time, previous and new state. */
export function SignalChange({ config, context, results, status, retry }: WidgetProps<SignalChangeConfig>) {
  const t = useT(texts);
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[90, 70, 85, 60]} />;
  if (results[0]?.ok === false) return <WidgetFailed retry={retry} msg={results[0].msg} />;
  const words = { on: t('widget.signalChange.on'), off: t('widget.signalChange.off') };
  const { signals, rows, more } = listShownChanges(config, results[0], words);
  if (signals === 0)
    return (
      <WidgetEmpty
        text={t('widget.signalChange.noSignals')}
        hint={t('widget.signalChange.noSignalsHint')}
        page="MeterInfo"
      />
    );
  if (rows.length === 0)
    return (
      <WidgetEmpty
        text={t('widget.signalChange.none')}
        hint={t('widget.signalChange.noneHint', { count: signals })}
      />
    );
  return (
    <div className="wd-signals">
      <ul>
        {rows.map(({ key, ts, name, deviceName, from, to }) => (
          <li key={key}>
            <div className="wd-change-what">
              <p title={name}>{name}</p>
              <small title={deviceName}>{deviceName}</small>
            </div>
            <p className="wd-change-step">
              <span>{from}</span>
              <Icon name="chevron" size={14} label={t('widget.signalChange.to')} />
              <b>{to}</b>
            </p>
            <time dateTime={ts}>{formatMoment(ts, 'second', context.zone)}</time>
          </li>
        ))}
      </ul>
      {more && <p className="wd-signals-more">{t('widget.signalChange.more', { count: rows.length })}</p>}
    </div>
  );
}
