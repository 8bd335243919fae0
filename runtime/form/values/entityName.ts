import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Lang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';
import { titleWithin } from '../../core/text/titleWithin.ts';
import { useLang } from '../../kit/i18n/index.ts';

/** Returns the entity's title for use within a sentence. */
export const entityName = (entity: EntityDefinition, lang: Lang): string =>
  titleWithin(pickText(entity.title, lang));

export function useEntityName(entity: EntityDefinition): string {
  return entityName(entity, useLang());
}
