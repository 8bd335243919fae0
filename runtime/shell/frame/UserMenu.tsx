import { useNavigate } from 'react-router';
import { useT, useText } from '../../kit/i18n/index.ts';
import { MenuBelow } from '../../kit/overlay/MenuBelow.tsx';
import { Avatar } from '../../kit/parts/Avatar.tsx';
import { useSession } from '../../kit/session/session.ts';
import { Icon } from '../../kit/theme/icons.ts';
import { commandsAccount } from './frameCommands.ts';

export function UserMenu() {
  const t = useT();
  const text = useText();
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  if (!user) return null;
  const items = commandsAccount((path) => void navigate(path)).map(({ id, icon = 'user', title, run }) => ({
    key: id,
    icon: <Icon name={icon} size={16} />,
    label: text(title),
    onClick: run,
  }));
  const divided = [...items.slice(0, -1), { type: 'divider' as const }, ...items.slice(-1)];
  return (
    <MenuBelow placement="bottomRight" menu={{ items: divided }}>
      <button
        type="button"
        className="wd-icon-button wd-user"
        aria-haspopup="menu"
        aria-label={t('shell.account', { name: user.name })}
      >
        <Avatar name={user.name} />
        <span className="wd-ellipsis">{user.name}</span>
      </button>
    </MenuBelow>
  );
}
