/**
 * Remembers written records that may now match a new condition. Conditions may depend on figures over child
 * records.
 */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Trx } from '../../platform/db/index.ts';
import { everything, NO_USER } from '../access/asker.ts';
import { noteEvents } from '../events.ts';
import type { Writer, Written } from './rollupSources.ts';

/**
 * Remembers the records that newly match a condition. Only stored records can, because a new record has no
 * earlier value.
 */
export function noteBecame(
  trx: Trx,
  { tenantId, lang = 'zh', zone = 'UTC', context = {} }: Writer,
  entity: EntityDefinition,
  written: readonly Written[],
): void {
  const stored = written.filter(({ before, after }) => before.id !== undefined && after.id !== undefined);
  if (stored.length === 0) return;
  const userId = typeof context.userId === 'number' ? context.userId : NO_USER;
  const name = typeof context.userName === 'string' ? context.userName : '';
  const session = { ...everything, userId, tenantId, name, sessionId: '', apiKey: false, lang };
  noteEvents(trx, { session, lang, zone }, entity, 'became', stored);
}
