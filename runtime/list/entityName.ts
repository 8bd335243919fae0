import type { EntityDefinition } from '../../generated/definition.ts';
import { title_within } from '../core/titleWithin.ts';
import { type Lang, useLang } from '../i18n/index.ts';

/** The entity's title within a sentence. */
export const entity_name = (entity: EntityDefinition, lang: Lang): string => title_within(entity.title[lang]);

export function useEntityName(entity: EntityDefinition): string {
  return entity_name(entity, useLang());
}
