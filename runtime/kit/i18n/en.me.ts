import type { zhMe } from './zh.me.ts';

/** The own account: second factor, sessions, API keys; and what the login page says of them. In English. */
export const enMe: Record<keyof typeof zhMe, string> = {
  'me.copy': 'Copy',
  'me.factor': 'Second factor',
  'me.factorOn': 'On, {count} recovery codes left',
  'me.factorOff': 'Off',
  'me.sessionUnknown': 'Unknown device',
  'me.sessionCurrent': 'This one',
  'me.sessionSeen': 'Last active',
  'me.keys': 'API keys',
  'me.keyUntil': 'Valid until {date}',
  'me.keyUsed': 'last used',
  'me.keyUnused': 'never used',
  'me.keyRevoke': 'Revoke',
  'me.keyRevokeTitle': 'Revoke “{name}”?',
  'me.keyRevokeText': 'Programs that use it lose access at once. This cannot be undone.',
};
