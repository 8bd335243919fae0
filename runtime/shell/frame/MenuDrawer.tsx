import { Drawer } from 'antd';
import { useT } from '../../kit/i18n/index.ts';
import { signOut } from '../../kit/session/session.ts';
import { Icon } from '../../kit/theme/icons.ts';
import { SIZE } from '../../kit/theme/tokens.ts';
import { LanguageButton, ThemeButton } from './HeaderButtons.tsx';
import { NavLinks } from './NavLinks.tsx';
import { TenantSwitch } from './TenantSwitch.tsx';

interface Props {
  open: boolean;
  onClose(): void;
}

/** Shows the whole menu on a phone. */
export function MenuDrawer({ open, onClose }: Props) {
  const t = useT();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={SIZE.sider + SIZE.rail}
      title={<TenantSwitch />}
      closable={{ placement: 'end', 'aria-label': t('shell.closeMenu') }}
      aria-label={t('shell.menu')}
      rootClassName="wd-drawer"
      footer={
        <div className="wd-drawer-foot">
          <LanguageButton />
          <ThemeButton />
          <button type="button" className="wd-icon-button" onClick={() => void signOut().catch(() => {})}>
            <Icon name="logout" />
            <span>{t('shell.logout')}</span>
          </button>
        </div>
      }
    >
      <NavLinks />
    </Drawer>
  );
}
