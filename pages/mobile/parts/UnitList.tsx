import { Link } from 'react-router';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { formatQuantity } from '../../../runtime/core/format.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { placeOf, type Unit } from './useUnits.ts';

const UNKNOWN = { icon: 'unknown', color: 'unknown' } as const;
const STATE_SIZE = 14;

/** The word, the colour and the icon of what a unit does. */
export function useUnitState() {
  const text = useText();
  return ({ state }: Pick<Unit, 'state'>) => {
    const entry = dictionaries.mobileUnitState.entries.find(({ value }) => value === state);
    const { icon, color } = { ...UNKNOWN, ...entry };
    return { icon, color, title: entry ? text(entry.title) : '' };
  };
}

interface Props {
  units: readonly Unit[];
  chosen: number | undefined;
  onChoose(id: number): void;
}

/** The units beside the map, each with what it does. */
export function UnitList({ units, chosen, onChoose }: Props) {
  const t = useT(texts);
  const stateOf = useUnitState();
  return (
    <ul className="wd-mobile-list" aria-label={t('mobile.units')}>
      {units.map((unit) => {
        const { icon, color, title } = stateOf(unit);
        const customer = unit._labels?.customerId;
        return (
          <li key={unit.id} className="wd-card">
            <button type="button" aria-pressed={unit.id === chosen} onClick={() => onChoose(unit.id)}>
              <strong>{unit.name}</strong>
              <span className="wd-unit-state" data-state={color}>
                <Icon name={icon} size={STATE_SIZE} /> {title}
              </span>
              <small>
                {[
                  unit.plate,
                  typeof unit.soc === 'number' &&
                    `${t('mobile.soc')} ${formatQuantity(unit.soc, '%', { decimals: 1 })}`,
                  typeof unit.power === 'number' && formatQuantity(unit.power, 'kW', { decimals: 1 }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              {customer && (
                <small>
                  {t('mobile.customer')} {String(customer)}
                </small>
              )}
              <small>
                {placeOf(unit) && unit.lastHeard ? <TimeAgo at={unit.lastHeard} /> : t('mobile.unplaced')}
              </small>
            </button>
            <Link to={`/main/ems/mobileEnergyDetail?id=${unit.id}`}>{t('mobile.details')}</Link>
          </li>
        );
      })}
    </ul>
  );
}
