import { Button, Dropdown, Tooltip } from 'antd';
import { useT, useText } from '../i18n/index.ts';
import { Icon } from '../theme/Icon.tsx';
import type { Command } from './command.ts';
import { Keys } from './Keys.tsx';

const USUAL_ICON = 'chevron';

/** Shows a command as an icon. Name and keys are in its tooltip. */
export function CommandIcon({ command: { title, icon = USUAL_ICON, shortcut, run } }: { command: Command }) {
  const text = useText();
  const label = text(title);
  const hint = (
    <span className="wd-command-hint">
      {label}
      {shortcut && <Keys shortcut={shortcut} />}
    </span>
  );
  return (
    <Tooltip title={hint}>
      <Button icon={<Icon name={icon} />} aria-label={label} onClick={run} />
    </Tooltip>
  );
}

/** Shows commands in a menu, if there is no space for buttons. */
export function CommandMenu({ commands }: { commands: readonly Command[] }) {
  const t = useT();
  const text = useText();
  if (commands.length === 0) return null;
  const items = commands.map(({ id, title, icon = USUAL_ICON, run }) => ({
    key: id,
    label: text(title),
    icon: <Icon name={icon} />,
    onClick: run,
  }));
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button icon={<Icon name="more" />} aria-label={t('command.more')} aria-haspopup="menu" />
    </Dropdown>
  );
}
