import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Segmented, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { formatDuration, formatMoment } from '../../../runtime/core/numbers/format.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { ApiError } from '../../../runtime/kit/api/errors.ts';
import { failureWords } from '../../../runtime/kit/api/failure.ts';
import { Chart, type ChartSize } from '../../../runtime/kit/chart/Chart.tsx';
import { useLang, useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import { useTokens } from '../../../runtime/kit/theme/themeStore.ts';
import { SIZE } from '../../../runtime/kit/theme/tokens.ts';
import type { ToolDialogProps } from '../../../runtime/record/dialog/entityExtras.ts';
import '../warning.css';
import { readTriedRule, type Trial, type Tried } from './trial.ts';
import { trialOption } from './trialChart.ts';
import { TRIAL_TEXTS as TEXTS } from './trialTexts.ts';

const DAYS = [7, 30, 90];
const BONES = 6;

type TrialAlarm = Trial['alarms'][number];

/**
 * V110: shows the alarms that a rule would have raised in the last days. The rule may be unsaved. Nothing is stored.
 */
export default function TrialDialog({ values, onClose }: ToolDialogProps) {
  const t = useT();
  const text = useText();
  const [days, setDays] = useState(DAYS[0]!);
  const rule = useMemo(() => readTriedRule(values), [values]);
  return (
    <Modal
      open
      width={SIZE.form * 1.25}
      title={text(TEXTS.title)}
      onCancel={onClose}
      footer={[
        <Button key="close" type="primary" onClick={onClose}>
          {t('common.close')}
        </Button>,
      ]}
    >
      <div className="wd-trial">
        <Segmented
          aria-label={text(TEXTS.period)}
          value={days}
          options={DAYS.map((value) => ({ value, label: text(TEXTS.days).replace('{days}', String(value)) }))}
          onChange={setDays}
        />
        {rule ? (
          <Outcome rule={rule} days={days} />
        ) : (
          <Alert type="info" showIcon title={text(TEXTS.incomplete)} />
        )}
      </div>
    </Modal>
  );
}

function Outcome({ rule, days }: { rule: Tried; days: number }) {
  const t = useT();
  const text = useText();
  const { data, error, isPending, refetch } = useQuery(
    {
      queryKey: ['alarmTrial', rule, days],
      queryFn: ({ signal }) => call('alarmGeneraterTry', { body: { rule, days } }, { quiet: true, signal }),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
    queryClient,
  );
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: BONES }} />;
  if (error) {
    const fields = error instanceof ApiError ? error.fields.map(({ msg }) => msg).join(' · ') : '';
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        title={fields || failureWords(error, t, text(TEXTS.failed))}
        action={<Button onClick={() => void refetch()}>{t('common.retry')}</Button>}
      />
    );
  }
  return <Found trial={data} days={days} />;
}

function Found({ trial, days }: { trial: Trial; days: number }) {
  const text = useText();
  const lang = useLang();
  const tokens = useTokens();
  const { total, seconds, points, zone, alarms, complete } = trial;
  const fill = (words: string) =>
    words
      .replace('{total}', String(total))
      .replace('{days}', String(days))
      .replace('{time}', formatDuration(seconds, lang))
      .replace('{points}', String(points))
      .replace('{until}', formatMoment(trial.to, 'minute', zone));
  const summary = fill(text(total === 0 ? TEXTS.none : total === 1 ? TEXTS.foundOne : TEXTS.found));
  const option = useMemo(() => {
    const words = { value: text(TEXTS.value), limit: text(TEXTS.limit), alarm: text(TEXTS.alarm) };
    const colors = {
      value: tokens.chart[0] ?? '',
      limit: tokens.text.secondary,
      alarm: tokens.state.critical.text,
    };
    return (size: ChartSize) => trialOption(trial, words, colors, size);
  }, [trial, text, tokens]);
  const lasted = ({ from, to }: TrialAlarm) =>
    to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000;
  const columns: Column<TrialAlarm>[] = [
    {
      id: 'from',
      title: text(TEXTS.from),
      width: 176,
      value: ({ from }) => Date.parse(from),
      cell: ({ from }) => formatMoment(from, 'second', zone),
    },
    {
      id: 'lasted',
      title: text(TEXTS.lasted),
      value: lasted,
      cell: (alarm) => {
        const time = lasted(alarm);
        return time === null ? text(TEXTS.lasting) : formatDuration(time, lang);
      },
    },
    {
      id: 'value',
      title: text(TEXTS.value),
      figures: true,
      value: ({ value }) => value,
      cell: ({ value }) => (value === null ? '' : `${value} ${trial.unit}`),
    },
    { id: 'source', title: text(TEXTS.source), value: ({ source }) => source, cell: ({ source }) => source },
  ];
  return (
    <>
      <p className="wd-trial-summary" role="status">
        <strong>{summary}</strong> <small>{fill(text(TEXTS.judged))}</small>
      </p>
      {!complete && <Alert type="warning" showIcon title={fill(text(TEXTS.cut))} />}
      {points > 0 && <Chart option={option} label={summary} className="wd-trial-chart" />}
      {alarms.length > 0 && (
        <RowsTable
          short
          label={text(TEXTS.alarm)}
          rows={alarms}
          columns={columns}
          rowKey={({ from, source }) => `${from} ${source}`}
        />
      )}
      {total > alarms.length && <small>{text(TEXTS.more).replace('{count}', String(alarms.length))}</small>}
    </>
  );
}
