import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Data } from '../../../generated/calls.ts';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { formatQuantity } from '../../../runtime/core/numbers/format.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { REFRESH_MS } from '../../../runtime/core/scheduler/refreshInterval.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { Chart, type ChartSize } from '../../../runtime/kit/chart/Chart.tsx';
import { INSTANTS } from '../../../runtime/kit/chart/timeScale.ts';
import { FileButtons } from '../../../runtime/kit/files/FileButtons.tsx';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Facts } from '../../../runtime/kit/parts/Facts.tsx';
import { Panel } from '../../../runtime/kit/parts/Panel.tsx';
import { queryClient } from '../../../runtime/kit/session/queryClient.ts';
import { useSite } from '../../../runtime/kit/session/site.ts';
import { useTokens } from '../../../runtime/kit/theme/themeStore.ts';
import { curveOption } from '../../curves/parts/curveOption.ts';
import { curvesOf } from '../../curves/parts/curveSeries.ts';
import { useCourses } from '../../curves/parts/useCurves.ts';
import type { Span } from '../../shared/period/period.ts';
import texts from '../texts.json';
import { spanOfParts, stepTimes } from './course.ts';
import '../../shared/stages.css';
import '../factoryTests.css';

type Run = Data<'chargeDischargeRecordPage'>['records'][number];

const MEASURED = ['power', 'soc'];
const ZONE = 'UTC';

/** Returns the latest run of the test. It is refreshed while it is running. */
function useRun(testId: number) {
  return useQuery(
    {
      queryKey: ['testRuns', testId],
      queryFn: ({ signal }) => {
        const filter = JSON.stringify({ and: [{ field: 'recordId', op: 'in', value: [testId] }] });
        return call('chargeDischargeRecordPage', { query: { filter, size: 50 } }, { quiet: true, signal });
      },
      select: ({ records }) => records.find(({ parts }) => (parts ?? []).length > 0) ?? null,
      refetchInterval: REFRESH_MS,
    },
    queryClient,
  );
}

/** Returns the variables of converter and battery for the chart. */
function useMeasured(deviceId: number): string[] {
  const { data } = useQuery(
    {
      queryKey: ['testVariables', deviceId],
      queryFn: async ({ signal }) => {
        const options = { quiet: true, signal };
        const device = await call('factoryTestDeviceGet', { path: { id: deviceId } }, options);
        const deviceSns = [device.deviceSn, device.batterySn].filter(Boolean).join(',');
        return deviceSns ? call('deviceVariablesOfDevices', { query: { deviceSns } }, options) : [];
      },
    },
    queryClient,
  );
  return (data ?? []).flatMap(({ variables }) =>
    variables.filter(({ code }) => MEASURED.includes(code)).map(({ sn }) => sn),
  );
}

function TestCurve({ deviceId, span, zone }: { deviceId: number; span: Span; zone: string }) {
  const t = useT(texts);
  const tokens = useTokens();
  const sns = useMeasured(deviceId);
  const { data } = useCourses({ sns, span, zone });
  const curves = useMemo(
    () =>
      curvesOf({
        ...{ courses: data ?? [], shift: 0, compared: false },
        ...{ colors: tokens.chart, nameOf: (name) => name },
      }),
    [data, tokens],
  );
  const option = useCallback(
    (size: ChartSize, isOff: (series: string) => boolean) => curveOption(curves, size, { span, zone, isOff }),
    [curves, span, zone],
  );
  if (curves.length === 0) return <p className="wd-quiet wd-test-chart">{t('test.noValues')}</p>;
  return <Chart className="wd-test-chart" option={option} label={t('test.course')} time={INSTANTS} />;
}

const entryOf = (entries: readonly { value: unknown; title: { zh: string; en: string } }[], value: unknown) =>
  entries.find((entry) => entry.value === value)?.title ?? { zh: '', en: '' };

function RunFacts({ run }: { run: Run }) {
  const t = useT(texts);
  const text = useText();
  const { name, testStatus, pauseReason, setPoint } = run;
  return (
    <Facts
      facts={[
        { label: t('test.run'), value: name },
        { label: t('test.state'), value: text(entryOf(dictionaries.factoryTestState.entries, testStatus)) },
        ...(pauseReason
          ? [{ label: t('test.pause'), value: text(entryOf(dictionaries.testPause.entries, pauseReason)) }]
          : []),
        ...(typeof setPoint === 'number'
          ? [{ label: t('test.setPoint'), value: formatQuantity(setPoint, 'kW', { decimals: 1 }) }]
          : []),
      ]}
    />
  );
}

interface CourseProps {
  run: Run;
  testId: number;
  deviceId: number;
  zone: string;
}

function RunCourse({ run, testId, deviceId, zone }: CourseProps) {
  const t = useT(texts);
  const text = useText();
  const now = Math.floor(Date.now() / REFRESH_MS) * REFRESH_MS;
  const parts = run.parts ?? [];
  const span = useMemo(() => spanOfParts(parts, now), [parts, now]);
  const load = () => call('factoryTestCurve', { query: { id: testId } });
  return (
    <div className="wd-test-course">
      <div className="wd-card wd-test-part">
        <RunFacts run={run} />
      </div>
      <ol className="wd-card wd-test-part wd-stages wd-test-steps" aria-label={t('test.steps')}>
        {stepTimes(parts, now).map(({ step, minutes, isNow }) => (
          <li key={step} data-now={isNow || undefined}>
            <strong>{text(entryOf(dictionaries.testStep.entries, step))}</strong>
            <span>
              {minutes} {t('test.minutes')}
            </span>
            {isNow && <small>{t('test.now')}</small>}
          </li>
        ))}
      </ol>
      <div className="wd-card wd-test-part">
        {span && <TestCurve {...{ deviceId, span, zone }} />}
        <div className="wd-test-files">
          <FileButtons name={`${run.name} ${t('test.course')}`} formats={['xlsx']} load={load} />
        </div>
      </div>
    </div>
  );
}

/** The tab of a factory test with its steps and the curves of power and SOC. */
export default function TestCourse({ values }: { values: Values }) {
  const t = useT(texts);
  const { stations } = useSite();
  const zone = stations.find(({ sn }) => sn === values.stationSn)?.timeZone ?? ZONE;
  const testId = Number(values.id);
  const { data: run, isPending, isError, refetch } = useRun(testId);
  return (
    <Panel
      icon="lineChart"
      pending={isPending}
      failed={isError && !run}
      onRetry={() => void refetch()}
      {...(!run && { empty: t('test.notStarted') })}
    >
      {run && <RunCourse {...{ run, testId, zone }} deviceId={Number(values.deviceId)} />}
    </Panel>
  );
}
