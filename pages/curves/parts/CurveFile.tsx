import { call } from '../../../runtime/kit/api/client.ts';
import { FileButtons } from '../../../runtime/kit/files/FileButtons.tsx';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { queryTime, type Span } from '../../shared/period/period.ts';
import texts from '../texts.json';
import { type Curve, recordedRows } from './curveSeries.ts';

interface Props {
  name: string;
  curves: readonly Curve[];
  span: Span;
  zone: string;
}

/** Maximum number of decimals in a workbook. */
const MOST_DECIMALS = 6;

/** Saves the recorded values of the visible window as a workbook. */
export function CurveFile({ name, curves, span, zone }: Props) {
  const t = useT(texts);
  const own = curves.filter(({ compared }) => !compared);
  const load = async () => {
    const sns = own.map(({ sn }) => sn);
    const querytimes = [span.from, span.to].map((ts) => queryTime(ts, zone)).join(',');
    const recorded = await call('oneTimeDatas', { query: { querytimes, sns: sns.join(',') } });
    const rows = recordedRows(JSON.parse(recorded), sns);
    const columns = [
      { title: t('curve.time'), kind: 'time' as const },
      ...own.map(({ name: title, unit, decimals }) => ({
        title: unit ? `${title} (${unit})` : title,
        kind: 'number' as const,
        decimals: Math.min(decimals, MOST_DECIMALS),
      })),
    ];
    const tables = [{ title: t('curve.values'), columns, rows }];
    return call('boardTable', { body: { format: 'xlsx', zone, tables } });
  };
  return <FileButtons name={name} formats={['xlsx']} disabled={own.length === 0} load={load} />;
}
