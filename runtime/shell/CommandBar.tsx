/** The way to everything by keyboard: shortcuts, the palette, and the list of shortcuts. */

import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import type { Command } from '../command/command.ts';
import { later } from '../page/later.tsx';
import '../command/command.css';
import { useCommands } from '../command/commandStore.ts';
import { isMac, Keys } from '../command/Keys.tsx';
import { commandsPages } from '../command/pageCommands.ts';
import { useShortcuts } from '../command/useShortcuts.ts';
import { pageRegistry } from '../core/definitions/pages.ts';
import { useLang, useText } from '../i18n/index.ts';
import { placeOf } from '../page/places.ts';
import { Icon } from '../theme/Icon.tsx';
import { useThemeName } from '../theme/themeStore.ts';
import { commandLang, commandsAccount, commandsTenants, commandTheme } from './frameCommands.ts';
import { useSession } from './session.ts';
import { useTenantChoice } from './useTenantChoice.ts';

const Palette = later(() => import('../command/Palette.tsx'));
const ShortcutHelp = later(() => import('../command/ShortcutHelp.tsx'));

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
  const own = useMemo<Command[]>(
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
  useCommands(own);
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
