import { Modal, Switch } from 'antd';
import { useId, useState } from 'react';
import { COMMAND_GROUPS } from '../../kit/command/command.ts';
import { commandsNow } from '../../kit/command/commandStore.ts';
import { Keys } from '../../kit/command/Keys.tsx';
import { readPlainShortcuts, writePlainShortcuts } from '../../kit/command/useShortcuts.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { SIZE } from '../../kit/theme/tokens.ts';

/** Keys that fields, tables and dialogs handle themselves. */
const ELSEWHERE = [
  ['command.key.save', 'Enter'],
  ['command.key.leave', 'Escape'],
  ['command.key.send', 'Mod+Enter'],
  ['command.key.cell', 'Enter'],
  ['command.key.nextCell', 'Tab'],
  ['command.key.moveColumn', 'Alt+ArrowLeft'],
  ['command.key.sizeColumn', 'Alt+Shift+ArrowLeft'],
  ['command.key.boardMove', 'ArrowLeft'],
  ['command.key.boardSize', 'Alt+ArrowLeft'],
  ['command.key.boardSelect', 'Space'],
  ['command.key.boardExtend', 'Shift+ArrowLeft'],
] as const;

/** Lists all available shortcuts, with the switch for single-letter shortcuts. */
export default function ShortcutHelp({ onClose }: { onClose(): void }) {
  const t = useT();
  const text = useText();
  const switchId = useId();
  const [plain, setPlain] = useState(readPlainShortcuts);
  const [offered] = useState(() => commandsNow().filter(({ shortcut }) => shortcut !== undefined));
  return (
    <Modal open footer={null} width={SIZE.form} title={t('command.shortcuts')} onCancel={onClose}>
      {COMMAND_GROUPS.map((group) => {
        const groupCommands = offered.filter((command) => command.group === group);
        return (
          groupCommands.length > 0 && (
            <section key={group} className="wd-shortcuts">
              <h2>{t(`command.group.${group}`)}</h2>
              <dl>
                {groupCommands.map(({ id, title, shortcut = '' }) => (
                  <div key={id}>
                    <dt>{text(title)}</dt>
                    <dd>
                      <Keys shortcut={shortcut} />
                      <span className="wd-hidden">{shortcut}</span>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        );
      })}
      <section className="wd-shortcuts">
        <h2>{t('command.elsewhere')}</h2>
        <dl>
          {ELSEWHERE.map(([what, shortcut]) => (
            <div key={what}>
              <dt>{t(what)}</dt>
              <dd>
                <Keys shortcut={shortcut} />
                <span className="wd-hidden">{shortcut}</span>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="wd-shortcuts-switch">
        <Switch
          id={switchId}
          checked={plain}
          onChange={(on) => {
            writePlainShortcuts(on);
            setPlain(on);
          }}
        />
        <label htmlFor={switchId}>{t('command.plain')}</label>
      </div>
    </Modal>
  );
}
