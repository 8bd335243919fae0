import { Button } from 'antd';
import type { Field } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { formatMoment } from '../../../runtime/core/format.ts';
import { ShownValue } from '../../../runtime/form/shown/ShownValue.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';
import { ALARM_OPEN, type Warning } from './useWarnings.ts';

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

/** The alarms of a station, as the server pages them. */
export function WarningTable({ warnings, ...row }: Props) {
  const t = useT(texts);
  const text = useText();
  const heading = (name: string): string => text(fields[name]?.title ?? { zh: name, en: name });
  const columns: Column<Warning>[] = [
    {
      id: 'reportTime',
      title: heading('reportTime'),
      width: 176,
      cell: ({ reportTime }) => (
        <time dateTime={reportTime}>{formatMoment(reportTime, 'second', row.zone)}</time>
      ),
    },
    {
      id: 'level',
      title: heading('level'),
      width: 112,
      cell: ({ level }) => <ShownValue field={fields.level ?? {}} value={level} />,
    },
    { id: 'info', title: heading('info'), width: 240, wide: true, cell: ({ info }) => info },
    {
      id: 'device',
      title: t('warning.device'),
      cell: ({ deviceName, deviceSn }) => deviceName ?? deviceSn,
    },
    {
      id: 'status',
      title: heading('status'),
      width: 112,
      cell: ({ status }) => <ShownValue field={fields.status ?? {}} value={status} />,
    },
    {
      id: 'state',
      title: t('warning.state'),
      wide: true,
      cell: (warning) => <Handling warning={warning} {...row} />,
    },
  ];
  return (
    <RowsTable card label={t('warning.title')} rows={warnings} columns={columns} rowKey={({ id }) => id} />
  );
}
