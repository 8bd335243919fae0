import type { KeyDataConfig } from '../../generated/types.ts';
import { ComparedWith } from '../../runtime/board/figure/ComparedWith.tsx';
import { FitText } from '../../runtime/board/figure/FitText.tsx';
import { keyChange, keyFigure } from '../../runtime/board/figure/keyFigure.ts';
import { ReachedName } from '../../runtime/board/figure/ReachedName.tsx';
import { useStationWords } from '../../runtime/board/figure/useStationWords.ts';
import { Age } from '../../runtime/board/frame/Age.tsx';
import { WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { findReachedThreshold, thresholdOf } from '../../runtime/board/options/thresholds.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { shownColor, TEXT_CONTRAST } from '../../runtime/kit/theme/contrast.ts';
import { Icon } from '../../runtime/kit/theme/Icon.tsx';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import { SIZE } from '../../runtime/kit/theme/tokens.ts';
import { keyDataNeeds, keySource } from './figure.ts';
import './keyData.css';

/** White means the default background, also on the dark theme. */
const PAPER = /^#fff(fff)?$/i;
const isPaper = (color = '') => PAPER.test(color);
const ground = (color = '') => (isPaper(color) ? 'var(--wd-surface-card)' : color);

/** W006: shows a text, a station property, or a figure of a device. */
export function KeyData({
  config,
  context,
  results,
  compared,
  status,
  time,
  retry,
}: WidgetProps<KeyDataConfig>) {
  const words = useStationWords();
  const theme = useTokens();
  const { nameFont = 20, dataFont = 36, bgColorLeft, bgColorRight } = config;
  const readable = (color = '') =>
    isPaper(bgColorLeft) && isPaper(bgColorRight) ? shownColor(color, theme, TEXT_CONTRAST) : color;
  const nameColor = readable(config.nameColor);
  const [left, right] = [ground(bgColorLeft), ground(bgColorRight)];
  // Equal colours are no gradient, because contrast checkers cannot assess text on gradients.
  const background = left === right ? left : `linear-gradient(90deg, ${left}, ${right})`;
  const waits = status === 'loading' && keyDataNeeds(config, context).length > 0;
  const failed = status === 'failed' && results.length === 0;
  const figure = waits || failed ? null : keyFigure(keySource(config), context, results, words);
  const reached = findReachedThreshold(config.thresholds, figure?.value, theme);
  const dataColor = readable(thresholdOf(config.thresholds, figure?.value)?.color ?? config.dataColor);
  const written = figure?.unit ? `${figure.text} ${figure.unit}` : figure?.text;
  const change = figure && keyChange(keySource(config), context, figure, compared[0]);
  return (
    <div className="wd-key" style={{ background }}>
      <div className="wd-key-body">
        {(config.icon || config.name || time) && (
          <div className="wd-key-head">
            {config.icon && (
              <span className="wd-key-icon" style={{ color: nameColor }}>
                <Icon name={config.icon} size={SIZE.controlLarge / 2.5} />
              </span>
            )}
            {config.name && (
              <div className="wd-key-name">
                <FitText size={nameFont} color={nameColor} title={config.name}>
                  {config.name}
                </FitText>
              </div>
            )}
            {time && (
              <span className="wd-widget-time wd-ellipsis" title={time}>
                {time}
              </span>
            )}
          </div>
        )}
        <div className="wd-key-main">
          {waits && <WidgetSkeleton rows={[60]} />}
          {failed && <WidgetFailed retry={retry} />}
          {figure && (
            <FitText
              size={dataFont}
              color={dataColor}
              lines={figure.isText ? 2 : 1}
              className={`wd-key-data ${figure.isText ? 'wd-key-text' : ''} ${figure.stale ? 'wd-w-stale' : ''}`}
              title={written}
            >
              {figure.text}
              {figure.unit && <small className="wd-w-unit">{figure.unit}</small>}
            </FitText>
          )}
          <ReachedName reached={reached} />
          {change && <ComparedWith period={config.compare} change={change} />}
          {figure?.stale && figure.ts !== null && <Age ts={figure.ts} />}
        </div>
      </div>
      {config.rightIcon && (
        <span className="wd-key-icon wd-key-right" style={{ color: dataColor }}>
          <Icon name={config.rightIcon} size={SIZE.controlLarge} />
        </span>
      )}
    </div>
  );
}
