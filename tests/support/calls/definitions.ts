/** Definitions of a test, and their application to the server. */
import type { Client } from './client.ts';

/** Returns a text for tests that read one language only. */
export const text = (en: string) => ({ zh: en, en });

/** Returns an entity whose list shows its names in the order of creation. */
export const entityOf = (
  name: string,
  properties: Record<string, object>,
  more: Record<string, unknown> = {},
) => ({
  ...{ name, title: text(name), label: 'name', api: { base: `/manager/${name}` } },
  schema: { type: 'object', required: ['name'], properties },
  list: { columns: ['name'], sort: [{ field: 'id', order: 'asc' }] },
  ...more,
});

/** Creates an entity, or a new version of it. */
export async function define<Entity extends { name: string }>(
  admin: Client,
  document: Entity,
  isNew = true,
): Promise<void> {
  const subject = { kind: 'entity', name: document.name } as const;
  const { base } = isNew ? { base: 0 } : await admin.call('studioDefinition', { path: subject });
  const body = { kind: subject.kind, ...(isNew ? {} : { name: document.name }), document, base };
  await admin.call('studioApply', { body });
}
