import type { EntityDefinition } from '../../generated/definition.ts';
import { type Lang, useLang } from '../i18n/index.ts';

/** The entity's title within a sentence: 'New customer', but 'New PCS'. */
export function entity_name(entity: EntityDefinition, lang: Lang): string {
  const title = entity.title[lang];
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

export function useEntityName(entity: EntityDefinition): string {
  return entity_name(entity, useLang());
}
