import type { SingleDataConfig } from '../../generated/types.ts';
import { ChangeMark } from '../../runtime/board/figure/ChangeMark.tsx';
import { FitText } from '../../runtime/board/figure/FitText.tsx';
import { ReachedName } from '../../runtime/board/figure/ReachedName.tsx';
import { WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { findReachedThreshold } from '../../runtime/board/options/thresholds.ts';
import { changeBetween } from '../../runtime/board/widget/change.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatNumber, formatQuantity } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { TYPE } from '../../runtime/kit/theme/tokens.ts';
import { chainPeriod, readChain } from './chain.ts';
import './singleData.css';

/** W003: shows the figure of the current period, compared with the last one. */
export function SingleData({ config, context, results, status, retry }: WidgetProps<SingleDataConfig>) {
  const t = useT();
  const theme = useTokens();
  if (results.length === 0) {
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[55, 80]} />;
  }
  const chain = readChain(results);
  const { historical } = context;
  const period = chainPeriod(config);
  const { numberFix: decimals = 2, riseMarkColor: riseColor, dropMarkColor: dropColor } = config;
  const reached = findReachedThreshold(config.thresholds, chain.current, theme);
  const quantity = (value: number | null) => formatQuantity(value, chain.unit, { decimals });
  return (
    <div className="wd-single">
      <FitText
        size={TYPE.figure}
        color={reached.color}
        className="wd-single-figure"
        title={quantity(chain.current)}
      >
        {formatNumber(chain.current, { decimals })}
        {chain.unit && chain.current !== null && <small className="wd-w-unit">{chain.unit}</small>}
      </FitText>
      <ReachedName reached={reached} />
      <p className="wd-single-now">{historical ?? t(`widget.singleData.now.${period}`)}</p>
      <dl className="wd-single-facts">
        <div>
          <dt>{t(`widget.singleData.last.${period}`)}</dt>
          <dd>{quantity(chain.last)}</dd>
          <dd>
            <ChangeMark change={chain} riseColor={riseColor} dropColor={dropColor} />
          </dd>
        </div>
        {!historical && (
          <div className="wd-single-same">
            <dt>{t(`widget.singleData.same.${period}`)}</dt>
            <dd>{quantity(chain.lastSoFar)}</dd>
            <dd>
              <ChangeMark
                change={changeBetween(chain.current, chain.lastSoFar)}
                riseColor={riseColor}
                dropColor={dropColor}
              />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}
