import type { TodayEnergyConfig } from '../../generated/types.ts';
import { ChangeMark } from '../../runtime/board/figure/ChangeMark.tsx';
import { FigureCell } from '../../runtime/board/figure/FigureCell.tsx';
import { WidgetFailed, WidgetSkeleton } from '../../runtime/board/frame/WidgetStates.tsx';
import { findReachedThreshold } from '../../runtime/board/options/thresholds.ts';
import type { WidgetProps } from '../../runtime/board/widget/widget.ts';
import { formatNumber, quantityParts } from '../../runtime/core/numbers/format.ts';
import { useT } from '../../runtime/kit/i18n/index.ts';
import { useTokens } from '../../runtime/kit/theme/themeStore.ts';
import type { EnergyRole } from '../../runtime/kit/theme/tokens.ts';
import { readEnergies } from './energies.ts';
import texts from './texts.json';

const ICON: Record<EnergyRole, string> = {
  pv: 'solar',
  charge: 'batteryCharging',
  discharge: 'battery',
  gridImport: 'powerLine',
  gridExport: 'grid',
  load: 'load',
};

/** W017: shows today's energies, in the usual colour of each role. */
export function TodayEnergy({ config, results, status, retry }: WidgetProps<TodayEnergyConfig>) {
  const t = useT(texts);
  const theme = useTokens();
  if (results.length === 0)
    return status === 'failed' ? <WidgetFailed retry={retry} /> : <WidgetSkeleton rows={[80, 50]} />;
  const energies = readEnergies(config, results, (role) => t(`widget.role.${role}`));
  return (
    <ul className="wd-figure-grid">
      {energies.map(({ key, name, role, today, yesterday, unit, decimals, change }) => {
        const { figure, unit: shownUnit } = quantityParts(today, unit, { decimals });
        return (
          <FigureCell
            key={key}
            name={name}
            icon={ICON[role]}
            tint={theme.energy[role]}
            figure={{ text: figure, unit: shownUnit }}
            reached={findReachedThreshold(config.thresholds, today, theme)}
          >
            <span className="wd-figure-note" title={t('widget.todayEnergy.same')}>
              <ChangeMark change={change} />
              <span className="wd-ellipsis">
                {t('widget.todayEnergy.yesterday', {
                  value: formatNumber(yesterday, { decimals }),
                })}
              </span>
            </span>
          </FigureCell>
        );
      })}
    </ul>
  );
}
