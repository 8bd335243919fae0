import type { SingleDataConfig } from '../../generated/types.ts';
import { shownColor } from '../../runtime/board/contrast.ts';
import { FitText } from '../../runtime/board/FitText.tsx';
import { WidgetEmpty, WidgetFailed, WidgetSkeleton } from '../../runtime/board/WidgetStates.tsx';
import type { WidgetProps } from '../../runtime/board/widget.ts';
import { EMPTY_VALUE, number_format, quantity_format } from '../../runtime/core/format.ts';
import { useT } from '../../runtime/i18n/index.ts';
import { useTokens } from '../../runtime/theme/themeStore.ts';
import { TYPE } from '../../runtime/theme/tokens.ts';
import { type Chain, chainPeriod, compareChain, readChain } from './chain.ts';
import './singleData.css';

/** Drawn here instead of an icon of the set: the mark is part of the figure (V035). */
const ARROW = { rise: 'M5 0 10 7H0Z', drop: 'M5 10 0 3h10Z' };

type Comparison = Pick<Chain, 'rate' | 'trend'>;

function Mark({ chain, config }: { chain: Comparison; config: SingleDataConfig }) {
  const t = useT();
  const theme = useTokens();
  const rate = chain.rate === null ? EMPTY_VALUE : `${number_format(Math.abs(chain.rate), { decimals: 1 })}%`;
  const color = chain.trend === 'rise' ? config.riseMarkColor : config.dropMarkColor;
  return (
    <span
      className="wd-single-rate"
      style={{ color: chain.trend && color ? shownColor(color, theme) : undefined }}
    >
      {chain.trend && (
        <svg viewBox="0 0 10 10" role="img" aria-label={t(`widget.singleData.${chain.trend}`)}>
          <path d={ARROW[chain.trend]} fill="currentColor" />
        </svg>
      )}
      {rate}
    </span>
  );
}

/** W003: the figure of this period and how it compares with the last one. */
export function SingleData({ config, context, results, status, retry }: WidgetProps<SingleDataConfig>) {
  const t = useT();
  if (!config.deviceVar)
    return <WidgetEmpty text={t('widget.noVariable')} hint={t('widget.noVariableHint')} />;
  if (results.length === 0) {
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[55, 80]} />;
  }
  const chain = readChain(results);
  const { historical } = context;
  const period = chainPeriod(config);
  const decimals = config.numberFix ?? 2;
  const quantity = (value: number | null) => quantity_format(value, chain.unit, { decimals });
  return (
    <div className="wd-single">
      <FitText size={TYPE.figure} className="wd-single-figure" title={quantity(chain.current)}>
        {number_format(chain.current, { decimals })}
        {chain.unit && chain.current !== null && <small className="wd-w-unit">{chain.unit}</small>}
      </FitText>
      <p className="wd-single-now">{historical ?? t(`widget.singleData.now.${period}`)}</p>
      <dl className="wd-single-facts">
        <div>
          <dt>{t(`widget.singleData.last.${period}`)}</dt>
          <dd>{quantity(chain.last)}</dd>
          <dd>
            <Mark chain={chain} config={config} />
          </dd>
        </div>
        {!historical && (
          <div className="wd-single-same">
            <dt>{t(`widget.singleData.same.${period}`)}</dt>
            <dd>{quantity(chain.lastSoFar)}</dd>
            <dd>
              <Mark chain={compareChain(chain.current, chain.lastSoFar)} config={config} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
