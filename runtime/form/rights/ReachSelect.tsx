import { useT } from '../../kit/i18n/index.ts';
import { REACHES, type Reach, reachesGrantable } from './scopes.ts';

interface Props {
  label: string;
  /** Null if the actions have different scopes. */
  reach: Reach | null;
  permission: string;
  held: ReadonlySet<string>;
  /** True if the permission has scopes. */
  scoped: boolean;
  disabled: boolean;
  onChange(reach: Reach): void;
}

/** A native select, because the screen has hundreds of them. */
export function ReachSelect({ label, reach, permission, held, scoped, disabled, onChange }: Props) {
  const t = useT();
  const grantable = reachesGrantable(held, permission);
  // The scope of the option “yes”, for a permission without scopes: the widest that the user may grant, or the tenant.
  const whole = REACHES.findLast((candidate) => candidate !== 'none' && grantable.has(candidate)) ?? 'tenant';
  const offered = REACHES.filter(
    (candidate) => scoped || candidate === 'none' || candidate === whole || candidate === reach,
  );
  return (
    <select
      className="wd-reach"
      data-reach={reach ?? 'mixed'}
      aria-label={label}
      value={reach ?? ''}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value as Reach)}
    >
      {reach === null && <option value="">{t('access.mixed')}</option>}
      {offered.map((candidate) => (
        <option key={candidate} value={candidate} disabled={candidate !== reach && !grantable.has(candidate)}>
          {t(scoped || candidate === 'none' ? `access.reach.${candidate}` : 'access.reach.yes')}
        </option>
      ))}
    </select>
  );
}
