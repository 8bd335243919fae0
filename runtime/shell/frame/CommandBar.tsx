/** Keyboard access: shortcuts, the palette, and the list of shortcuts. */

import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { Command } from '../../kit/command/command.ts';
import { later } from '../../kit/overlay/later.tsx';
import '../palette/command.css';
import { pageRegistry } from '../../core/definitions/pages.ts';
import { useCommands } from '../../kit/command/commandStore.ts';
import { isMac, Keys } from '../../kit/command/Keys.tsx';
import { useShortcuts } from '../../kit/command/useShortcuts.ts';
import { useLang, useText } from '../../kit/i18n/index.ts';
import { placeOf } from '../../kit/session/places.ts';
import { useSession } from '../../kit/session/session.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import { useThemeName } from '../../kit/theme/themeStore.ts';
import { commandsPages } from '../palette/pageCommands.ts';
import { commandLang, commandsAccount, commandsTenants, commandTheme } from './frameCommands.ts';
import { useTenantChoice } from './useTenantChoice.ts';

const Palette = later(() => import('../palette/Palette.tsx'));
const ShortcutHelp = later(() => import('../palette/ShortcutHelp.tsx'));

type Open = 'palette' | 'help' | null;

const PALETTE_TITLE = { zh: '搜索和命令', en: 'Search and commands' };

function useFrameCommands(): readonly Command[] {
  const navigate = useNavigate();
  const lang = useLang();
  const theme = useThemeName();
  const { tenants, tenantId, can } = useSession();
  const { choose } = useTenantChoice();
  const pages = useSyncExternalStore(pageRegistry.subscribe, pageRegistry.all);
  return useMemo(() => {
    const go = (path: string) => void navigate(placeOf(path));
    return [
      ...commandsPages(pages, { tenantId, can }, go),
      commandLang(lang),
      commandTheme(theme),
      ...commandsAccount((path) => void navigate(path)),
      ...commandsTenants(tenants, tenantId, (id) => void choose(id)),
    ];
  }, [navigate, lang, theme, tenants, tenantId, can, choose, pages]);
}

export function CommandBar({ compact = false }: { compact?: boolean }) {
  const text = useText();
  const [open, setOpen] = useState<Open>(null);
  const close = useCallback(() => setOpen(null), []);
  const shellCommands = useMemo<Command[]>(
    () => [
      {
        id: 'app.palette',
        group: 'app',
        icon: 'search',
        title: PALETTE_TITLE,
        shortcut: 'Mod+K',
        whileWriting: true,
        run: () => setOpen('palette'),
      },
      {
        id: 'app.shortcuts',
        group: 'app',
        icon: 'info',
        title: { zh: '键盘快捷键', en: 'Keyboard shortcuts' },
        shortcut: '?',
        run: () => setOpen('help'),
      },
    ],
    [],
  );
  useCommands(shellCommands);
  useCommands(useFrameCommands());
  useShortcuts();
  const title = text(PALETTE_TITLE);
  return (
    <>
      <button
        type="button"
        className="wd-icon-button wd-command-button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        aria-label={title}
        title={title}
        onClick={() => setOpen('palette')}
      >
        <Icon name="search" />
        {!compact && <Keys shortcut="Mod+K" />}
      </button>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <ShortcutHelp onClose={close} />}
    </>
  );
}
