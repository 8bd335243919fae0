import { Link } from 'react-router';
import { dictionaries } from '../../../runtime/core/definitions/dictionaries.ts';
import { formatQuantity } from '../../../runtime/core/numbers/format.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { TimeAgo } from '../../../runtime/kit/parts/TimeAgo.tsx';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';
import { placeOf, type Unit } from './useUnits.ts';

const UNKNOWN = { icon: 'unknown', color: 'unknown' } as const;
const STATE_SIZE = 14;

/** Returns a function that returns text, colour and icon of a unit's state. */
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

function UnitEntry({ unit, chosen, onChoose }: Omit<Props, 'units'> & { unit: Unit }) {
  const t = useT(texts);
  const { icon, color, title } = useUnitState()(unit);
  const customer = unit._labels?.customerId;
  return (
    <li className="wd-card">
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
        {unit.lastHeard && (
          <small>
            <TimeAgo at={unit.lastHeard} />
          </small>
        )}
      </button>
      <Link to={`/main/ems/mobileEnergyDetail?id=${unit.id}`}>{t('mobile.details')}</Link>
    </li>
  );
}

/** Lists the units with their states. Units without a position are listed separately. */
export function UnitList({ units, ...choice }: Props) {
  const t = useT(texts);
  const unplaced = units.filter((unit) => !placeOf(unit));
  const list = (label: string, own: readonly Unit[]) =>
    own.length > 0 && (
      <ul className="wd-mobile-list" aria-label={label}>
        {own.map((unit) => (
          <UnitEntry key={unit.id} unit={unit} {...choice} />
        ))}
      </ul>
    );
  return (
    <div className="wd-mobile-lists">
      {list(
        t('mobile.units'),
        units.filter((unit) => !unplaced.includes(unit)),
      )}
      {unplaced.length > 0 && <h2>{t('mobile.unplaced', { count: unplaced.length })}</h2>}
      {list(t('mobile.unplaced', { count: unplaced.length }), unplaced)}
    </div>
  );
}
