import { type Entity, entityOf } from '../../core/definitions/entities.ts';
import { transitionsFrom } from '../../core/rules/states.ts';
import { isOffered } from '../../form/why/questions.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { useSession } from '../../kit/session/session.ts';
import type { IconName } from '../../kit/theme/iconSet.ts';

export type AccessQuestion = 'reset' | 'signIn' | 'rights' | 'may' | 'why';

export interface AccessItem {
  key: AccessQuestion;
  label: string;
  icon: IconName;
  /** It is about others alone: this user lacks nothing here. */
  isOthers?: boolean;
}

/** A record about which something may be asked: `_actions` are those that the server allows. */
export type AccessRecord = Record<string, unknown> & { id: number; _actions?: string[] };

const MOVES = ['update', 'delete'] as const;

/** Returns whether anything that could be done with a record of this kind is not allowed with this one. */
function lacksAction(entity: Entity, record: AccessRecord): boolean {
  const allowed = new Set(record._actions);
  const moves = transitionsFrom(entity, record).map(({ name }) => name);
  const actions = MOVES.filter((action) => isOffered(entity, action));
  return [...actions, ...moves].some((action) => !allowed.has(action));
}

/**
 * Returns the items that rights add to the actions of a record: the way to ask why something is missing, and for people
 * their password, their other ways in (one's own are on the page about oneself) and what they may do in effect.
 */
export function useAccessItems(entityName: string, record: AccessRecord): AccessItem[] {
  const t = useT();
  const can = useSession((session) => session.can);
  const me = useSession((session) => session.user?.userId);
  const people = entityName === 'user';
  const entity = entityOf(entityName);
  // A field that is kept from this user may be asked about too, and who runs rights asks for others.
  const lacks = useEntityFor(entity, 'write') !== entity || lacksAction(entity, record);
  const others = can('userPermission:get') && can('user:list');
  return [
    ...(people && can('user:resetPassword')
      ? [{ key: 'reset' as const, label: t('access.resetDo'), icon: 'key' as const }]
      : []),
    ...(people && can('user:update') && record.id !== me
      ? [{ key: 'signIn' as const, label: t('access.signIn'), icon: 'lock' as const }]
      : []),
    ...(people && can('userPermission:get')
      ? [
          { key: 'rights' as const, label: t('access.rights'), icon: 'eye' as const },
          { key: 'may' as const, label: t('access.may'), icon: 'info' as const },
        ]
      : []),
    ...(lacks || others
      ? [
          {
            ...{ key: 'why' as const, icon: 'info' as const, isOthers: !lacks },
            label: t(lacks ? 'access.why' : 'access.whyOthers'),
          },
        ]
      : []),
  ];
}
