import { useT } from '../../kit/i18n/index.ts';
import { MenuBelow } from '../../kit/overlay/MenuBelow.tsx';
import { Logo } from '../../kit/parts/Logo.tsx';
import { useSession } from '../../kit/session/session.ts';
import { Icon } from '../../kit/theme/icons.ts';
import '../page/splash.css';
import { useTenantChoice } from './useTenantChoice.ts';

/** Shows the brand with the user's tenant below. It is a button for users with several tenants. */
export function TenantSwitch({ rail = false }: { rail?: boolean }) {
  const t = useT();
  const { busy, choose } = useTenantChoice();
  const { tenants, tenantId } = useSession();
  const current = tenants.find(({ id }) => id === tenantId);

  const brand = (
    <>
      <Logo />
      {!rail && (
        <span className="wd-brand-text">
          <span className="wd-brand-name">{t('app.name')}</span>{' '}
          <span className="wd-brand-tenant wd-ellipsis">{current?.name}</span>
        </span>
      )}
    </>
  );
  if (tenants.length < 2) return <div className="wd-brand">{brand}</div>;
  const items = tenants.map(({ id, name }) => ({
    key: String(id),
    label: name,
    icon: <Icon name={id === tenantId ? 'check' : 'tenant'} size={16} />,
  }));
  return (
    <MenuBelow
      placement="bottomLeft"
      menu={{ items, selectedKeys: [String(tenantId)], onClick: ({ key }) => void choose(Number(key)) }}
    >
      <button
        type="button"
        className="wd-brand wd-brand-button"
        disabled={busy}
        aria-haspopup="menu"
        // For voice control, the accessible name contains the visible text.
        aria-label={`${t('shell.tenant')}: ${t('app.name')} ${current?.name ?? ''}`}
      >
        {brand}
        {!rail && <Icon name="chevron" size={12} className="wd-down" />}
      </button>
    </MenuBelow>
  );
}
