import { Button } from 'antd';
import { type DiagramSymbol, isOpenable } from '../../../runtime/core/diagram/diagram.ts';
import { EMPTY_VALUE, formatMoment, formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import { Facts } from '../../../runtime/kit/parts/Facts.tsx';
import texts from '../texts.json';
import { useKindTitle } from './symbolWords.ts';
import type { DiagramNow } from './useDiagram.ts';

interface Props {
  symbol: DiagramSymbol;
  now: DiagramNow | null;
  onClose(): void;
}

/** Shows all values of a symbol with their times. */
export function SymbolFacts({ symbol, now, onClose }: Props) {
  const t = useT(texts);
  const kindTitle = useKindTitle();
  const closed = now?.positions.get(symbol.key) ?? null;
  const position = closed === null ? 'diagram.unknownPosition' : closed ? 'diagram.closed' : 'diagram.open';
  const sns = [...(symbol.stateSn ? [symbol.stateSn] : []), ...(symbol.valueSns ?? [])];
  const values = sns.map((sn) => {
    const value = now?.values.get(sn);
    if (!value) return { label: sn, value: t('diagram.gone') };
    const figure =
      typeof value.value === 'number'
        ? formatQuantity(value.value, value.unit, { decimals: value.decimals })
        : (value.value ?? EMPTY_VALUE);
    return {
      label: value.name || sn,
      value: `${figure} · ${formatMoment(value.ts, 'second')}${value.stale ? ` · ${t('diagram.old')}` : ''}`,
    };
  });
  return (
    <aside className="wd-card wd-diagram-panel" aria-label={symbol.name || symbol.key}>
      <header>
        <h2>{symbol.name || kindTitle(symbol.kind)}</h2>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </header>
      <Facts
        facts={[
          { label: t('diagram.kind'), value: kindTitle(symbol.kind) },
          ...(symbol.deviceSn ? [{ label: t('diagram.device'), value: symbol.deviceSn }] : []),
          ...(isOpenable(symbol) ? [{ label: t('diagram.position'), value: t(position) }] : []),
          ...values,
        ]}
      />
    </aside>
  );
}
