import { formatNumber, formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { StateTag } from '../../../runtime/form/shown/StateTag.tsx';
import { useT } from '../../../runtime/kit/i18n/index.ts';
import texts from '../texts.json';
import { type GridCheck, useEntry } from './connection.ts';

const MEASURED = { decimals: 2 };
const COUNTED = { decimals: 0 };

function useLimits(): (check: GridCheck) => string | null {
  const t = useT(texts);
  return ({ low, high, unit }) => {
    const shown = (limit: number) => `${formatNumber(limit)} ${unit}`.trim();
    if (low !== null && high !== null)
      return t('connection.between', { low: formatNumber(low), high: shown(high) });
    if (low !== null) return t('connection.atLeast', { low: shown(low) });
    return high === null ? null : t('connection.atMost', { high: shown(high) });
  };
}

/** Shows interlocks with measured and required values, and whether they are met. */
export function CheckList({ checks, label }: { checks: readonly GridCheck[]; label: string }) {
  const t = useT(texts);
  const entry = useEntry();
  const limitsOf = useLimits();
  return (
    <ul className="wd-grid-switch-checks" aria-label={label}>
      {checks.map((check) => {
        const limits = limitsOf(check);
        return (
          <li key={check.name}>
            <span>
              {entry('gridCheck', check.name).label}
              <small className="wd-quiet">
                {check.value !== null &&
                  formatQuantity(check.value, check.unit, check.unit === '' ? COUNTED : MEASURED)}
                {limits && ` ${t('connection.required', { limits })}`}
              </small>
            </span>
            <StateTag option={entry('gridCheckVerdict', check.verdict)} />
          </li>
        );
      })}
    </ul>
  );
}
