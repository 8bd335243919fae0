import type { zhShell } from '../zh/shell.ts';

/** Texts of the frame in English, in the blocks of zh.shell.ts. */
export const enShell: Record<keyof typeof zhShell, string> = {
  // shell
  'page.siteLacks': 'Not available at this station',
  'page.siteLacksText':
    'The selected station does not have “{title}”. Select another station or ask an administrator.',
  'shell.skip': 'Skip to main content',
  'shell.menu': 'Main menu',
  'shell.menuShort': 'Menu',
  'shell.closeMenu': 'Close menu',
  'shell.collapse': 'Collapse sidebar',
  'shell.expand': 'Expand sidebar',
  'shell.breadcrumb': 'Current location',
  'shell.bottomBar': 'Bottom navigation',
  'shell.account': 'Account: {name}',
  'shell.logout': 'Sign out',
  'shell.tenant': 'Tenant',
  'shell.tenantSwitched': 'Switched to {name}',
  'shell.site': 'Selected station',
  'shell.siteAll': 'All stations',
  'shell.siteNone': 'No stations',
  'shell.siteFailed': 'The stations could not be loaded',
  'shell.simulated': 'Simulated',
  'shell.pin': 'Pin {name}',
  'shell.unpin': 'Unpin {name}',
  'shell.pinned': 'Pinned',
  'shell.lately': 'Recent',
  'shell.menuFailed': 'The menu could not be loaded',
  'shell.offline': 'You are offline. The data shown is updated when the network is back.',
  'shell.newVersion': 'A new version is available.',
  'shell.newVersionKeeps': 'A new version is available. Unsent entries are kept on this device.',
  'shell.takeVersion': 'Reload',
  'shell.reconnecting': 'Live connection lost. Reconnecting…',
};
