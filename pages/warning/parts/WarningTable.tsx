import { Button } from 'antd';
import type { Field } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { formatMoment } from '../../../runtime/core/format.ts';
import { ShownValue } from '../../../runtime/form/shown/ShownValue.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { ALARM_OPEN, type Warning } from './useWarnings.ts';
import '../../../runtime/list/cards/cards.css';
import '../../../runtime/list/table/table.css';

interface Props {
  warnings: readonly Warning[];
  /** The station's; the reader's own while it is not known. */
  zone?: string;
  /** Left out where the user may not confirm. */
  onConfirm?(warning: Warning): void;
}

const fields: Record<string, Field> = entityOf('alarm').schema.properties ?? {};

const SUPPRESSED = { zh: '已屏蔽：', en: 'suppressed: ' };
const HOLDS = { zh: '时段结束时仍成立将发出', en: 'raised at its end if it still holds' };

/** V031 */
function Handling({ warning, zone, onConfirm }: { warning: Warning } & Omit<Props, 'warnings'>) {
  const t = useT(texts);
  const text = useText();
  const { status, checker, checkTime, checkInfo, recoverTime, info, suppressedBy } = warning;
  if (status === ALARM_OPEN) {
    if (!onConfirm) return t('warning.open');
    return (
      <Button size="small" aria-label={`${t('warning.confirm')}: ${info}`} onClick={() => onConfirm(warning)}>
        {t('warning.confirm')}
      </Button>
    );
  }
  if (suppressedBy && !checker) {
    const since = formatMoment(recoverTime, 'second', zone);
    return (
      <div className="wd-warning-handling">
        <span>{`${text(SUPPRESSED)}${suppressedBy}`}</span>
        <small>{recoverTime ? since : text(HOLDS)}</small>
      </div>
    );
  }
  const when = formatMoment(checker ? checkTime : recoverTime, 'second', zone);
  return (
    <div className="wd-warning-handling" title={checkInfo ?? undefined}>
      <span>{checker ? t('warning.confirmed', { checker }) : t('warning.recovered')}</span>
      <small>{checkInfo ? `${when} · ${checkInfo}` : when}</small>
    </div>
  );
}

export function WarningTable({ warnings, ...row }: Props) {
  const t = useT(texts);
  const text = useText();
  const heading = (name: string): string => text(fields[name]?.title ?? { zh: name, en: name });
  return (
    <div className="wd-table-frame wd-card">
      <table className="wd-table wd-warning-table">
        <thead>
          <tr>
            <th scope="col">{heading('reportTime')}</th>
            <th scope="col">{heading('level')}</th>
            <th scope="col">{heading('info')}</th>
            <th scope="col">{t('warning.device')}</th>
            <th scope="col">{heading('status')}</th>
            <th scope="col">{t('warning.state')}</th>
          </tr>
        </thead>
        <tbody>
          {warnings.map((warning) => (
            <tr key={warning.id}>
              <td className="wd-figures">{formatMoment(warning.reportTime, 'second', row.zone)}</td>
              <td>
                <ShownValue field={fields.level ?? {}} value={warning.level} />
              </td>
              <td title={warning.info}>{warning.info}</td>
              <td>{warning.deviceName ?? warning.deviceSn}</td>
              <td>
                <ShownValue field={fields.status ?? {}} value={warning.status} />
              </td>
              <td>
                <Handling warning={warning} {...row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same on a phone: one card an alarm. */
export function WarningCards({ warnings, ...row }: Props) {
  return (
    <ul className="wd-list-cards">
      {warnings.map((warning) => (
        <li key={warning.id} className="wd-list-card wd-card">
          <div className="wd-list-card-head">
            <ShownValue field={fields.level ?? {}} value={warning.level} />
            <time className="wd-figures" dateTime={warning.reportTime}>
              {formatMoment(warning.reportTime, 'second', row.zone)}
            </time>
          </div>
          <p className="wd-warning-subject">{warning.info}</p>
          <Handling warning={warning} {...row} />
        </li>
      ))}
    </ul>
  );
}
