import type { English } from '../english.ts';
import type { zhMe } from '../zh/me.ts';

/**
 * English texts of the user's own account: second factor, sessions, API keys, and the related login texts.
 */
export const enMe: English<keyof typeof zhMe> = {
  'me.copy': 'Copy',
  'me.factor': 'Second factor',
  'me.factorOn': 'On, {count} recovery codes left',
  'me.factorOn_one': 'On, {count} recovery code left',
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
  'me.keyRevokeText': 'Programs with this key lose access immediately. This cannot be undone.',
};
