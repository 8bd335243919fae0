import { Button } from 'antd';
import { useState } from 'react';
import { call } from '../../../runtime/kit/api/client.ts';
import { saveFile } from '../../../runtime/kit/browser/saveFile.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import { queryTime, type Span } from '../../shared/period/period.ts';
import texts from '../texts.json';
import { type Curve, recordedRows } from './curveSeries.ts';

interface Props {
  name: string;
  curves: readonly Curve[];
  span: Span;
  zone: string;
}

/** A workbook writes so many decimals at most. */
const MOST_DECIMALS = 6;

/** The recorded values of just the window that is shown, as a workbook. */
export function CurveFile({ name, curves, span, zone }: Props) {
  const t = useT(texts);
  const [isSaving, setSaving] = useState(false);
  const own = curves.filter(({ compared }) => !compared);
  const save = async () => {
    setSaving(true);
    try {
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
      const file = await call('boardTable', { body: { format: 'xlsx', zone, tables } });
      if (file instanceof Blob) saveFile(file, `${name}.xlsx`);
    } catch {
      // Said already, in passing.
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button
      icon={<Icon name="download" size={16} />}
      disabled={own.length === 0}
      loading={isSaving}
      onClick={() => void save()}
    >
      Excel
    </Button>
  );
}
