import { Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { useT } from '../i18n/index.ts';
import { Icon } from '../theme/icons.ts';
import { Avatar } from './Avatar.tsx';
import { signOut, useSession } from './session.ts';

/** R022 */
export const ME_PATH = '/main/mine';
export const PASSWORD_HASH = '#password';

export function UserMenu() {
  const t = useT();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  if (!user) return null;
  const items = [
    { key: 'profile', icon: <Icon name="user" size={16} />, label: t('shell.profile') },
    { key: 'password', icon: <Icon name="key" size={16} />, label: t('shell.password') },
    { type: 'divider' as const },
    { key: 'logout', icon: <Icon name="logout" size={16} />, label: t('shell.logout') },
  ];
  const choose = (key: string) => {
    if (key === 'logout') void signOut().catch(() => {});
    else void navigate(key === 'password' ? ME_PATH + PASSWORD_HASH : ME_PATH);
  };
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, onClick: ({ key }) => choose(key) }}>
      <button
        type="button"
        className="wd-icon-button wd-user"
        aria-haspopup="menu"
        aria-label={t('shell.account', { name: user.name })}
      >
        <Avatar name={user.name} />
        <span className="wd-ellipsis">{user.name}</span>
      </button>
    </Dropdown>
  );
}
