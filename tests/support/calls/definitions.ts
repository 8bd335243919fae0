/** Definitions of a test, and how they become the server's. */
import type { Client } from './client.ts';

/** Enough where a test reads one language. */
export const text = (en: string) => ({ zh: en, en });

/** An entity that is listed by its names in the order in which they came. */
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

/** Makes an entity, or another version of it. */
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
