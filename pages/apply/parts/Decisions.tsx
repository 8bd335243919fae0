import '../../../runtime/core/definitions/allEntities.ts';
import { movesDeciding, statesWaiting } from '../../../runtime/core/decisions.ts';
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { useText } from '../../../runtime/kit/i18n/index.ts';
import { useSession } from '../../../runtime/kit/session/session.ts';
import ChildList from '../../../runtime/list/screen/ChildList.tsx';

/** Returns the entities on whose records the user decides, each with the states that wait for a decision. */
function useDecided(): { entity: Entity; waiting: (string | number)[] }[] {
  const can = useSession((session) => session.can);
  return entityRegistry.all().flatMap((entity) => {
    const waiting = statesWaiting(movesDeciding(entity, can));
    return waiting.length > 0 && can(`${entity.name}:list`) ? [{ entity, waiting }] : [];
  });
}

/** Lists records whose state requires the user's decision, with their transitions. */
export function Decisions() {
  const text = useText();
  return useDecided().map(({ entity, waiting }) => (
    <section key={entity.name} className="wd-apply-decisions" aria-label={text(entity.title)}>
      <h2>{text(entity.title)}</h2>
      <ChildList entity={entity} held={{ field: entity.states!.field, value: waiting }} />
    </section>
  ));
}
