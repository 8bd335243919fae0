import '../../../runtime/core/definitions/allEntities.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { useT, useText } from '../../../runtime/kit/i18n/index.ts';
import texts from './texts.json';

interface Kind {
  entity: string;
  moved: number;
  reason: string | null;
}

/** Shows the result for each entity. */
export function HandedOn({ result }: { result: Record<string, unknown> }) {
  const t = useT(texts);
  const text = useText();
  const { kinds = [] } = result as { kinds?: Kind[] };
  return (
    <ul>
      {kinds.map(({ entity, moved, reason }) => {
        const title = entityRegistry.get(entity)?.title;
        const name = title ? text(title) : entity;
        return (
          <li key={entity}>{reason ? `${name}: ${reason}` : t('handOn.moved', { name, count: moved })}</li>
        );
      })}
    </ul>
  );
}
