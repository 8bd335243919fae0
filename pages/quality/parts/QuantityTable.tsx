import { formatNumber, formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import type { Column } from '../../../runtime/kit/table/column.ts';
import { RowsTable } from '../../../runtime/kit/table/RowsTable.tsx';
import texts from '../texts.json';
import { limitText, type QualityValue } from './qualityWords.ts';
import { type QuantityRow, quantityRows } from './quantityRows.ts';
import { VerdictTag } from './VerdictTag.tsx';

const PHASES = ['A', 'B', 'C', ''] as const;
const DECIMALS = { decimals: 2 };

interface CellProps {
  value: QualityValue | undefined;
  judgedUnit: string;
}

/** Shows a value, its deviation if assessed, and the verdict. */
function PhaseCell({ value, judgedUnit }: CellProps) {
  if (!value) return null;
  const { name, group, judged, low, high, verdict, unit, decimals, stale } = value;
  const isDeviation = judged !== null && (group === 'voltage' || group === 'frequency');
  const hasVerdict = stale || low !== null || high !== null;
  return (
    <div className="wd-quality-cell" title={name} data-stale={stale || undefined}>
      <span>{formatQuantity(value.value, unit, { decimals })}</span>
      {isDeviation && (
        <small>
          {judged > 0 ? '+' : ''}
          {formatNumber(judged, DECIMALS)} {judgedUnit}
        </small>
      )}
      {hasVerdict && <VerdictTag verdict={verdict} />}
    </div>
  );
}

export function QuantityTable({ values }: { values: readonly QualityValue[] }) {
  const t = useT(texts);
  const rows = quantityRows(values);
  const nameOf = ({ group, order }: QuantityRow) =>
    group === 'harmonic' ? t('quality.group.harmonic', { order: order ?? 0 }) : t(`quality.group.${group}`);
  const phases = PHASES.filter((phase) => rows.some(({ cells }) => cells.has(phase)));
  const columns: Column<QuantityRow>[] = [
    { id: 'quantity', title: t('quality.quantity'), width: 168, cell: nameOf },
    ...phases.map(
      (phase): Column<QuantityRow> => ({
        ...{ id: phase || 'all', width: 152, figures: true },
        title: phase === '' ? t('quality.allPhases') : t('quality.phase', { phase }),
        cell: ({ cells, unit }) => <PhaseCell value={cells.get(phase)} judgedUnit={unit} />,
      }),
    ),
    { id: 'limit', title: t('quality.limit'), width: 128, cell: (row) => limitText(row, row.unit) },
  ];
  return (
    <RowsTable named card label={t('quality.now')} rows={rows} columns={columns} rowKey={({ key }) => key} />
  );
}
