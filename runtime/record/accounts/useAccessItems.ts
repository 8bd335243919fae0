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
  /** True for an entry about other users only. */
  isOthers?: boolean;
}

/** A record whose access can be explained. `_actions`: the actions that the server allows. */
export type AccessRecord = Record<string, unknown> & { id: number; _actions?: string[] };

const MOVES = ['update', 'delete'] as const;

/** Returns whether the server forbids any action on the record. */
function lacksAction(entity: Entity, record: AccessRecord): boolean {
  const allowed = new Set(record._actions);
  const moves = transitionsFrom(entity, record).map(({ name }) => name);
  const actions = MOVES.filter((action) => isOffered(entity, action));
  return [...actions, ...moves].some((action) => !allowed.has(action));
}

/**
 * Returns the access items of a record. If an action is forbidden, any record can explain it. For users there are also
 * password, sign-in and effective permissions. Own ones are on the profile page.
 */
export function useAccessItems(entityName: string, record: AccessRecord): AccessItem[] {
  const t = useT();
  const can = useSession((session) => session.can);
  const me = useSession((session) => session.user?.userId);
  const people = entityName === 'user';
  const entity = entityOf(entityName);
  // Hidden fields also count. A user with both permissions may ask about other users.
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
