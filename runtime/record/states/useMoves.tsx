import { type ReactNode, useState } from 'react';
import type { EntityDefinition, Transition } from '../../../generated/definition.ts';
import { transitionsFrom } from '../../core/rules/states.ts';
import { NEXT_VERSION } from '../../core/rules/versions.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { holdsMoves, isWaitingFor } from '../../kit/outbox/message.ts';
import { useOutbox } from '../../kit/outbox/outboxState.ts';
import { later } from '../../kit/overlay/later.tsx';
import { useSession } from '../../kit/session/session.ts';
import type { ListRecord } from '../calls/useRecords.ts';
import { isAsking, moveHindrance, moveRecord } from './move.ts';
import { useDraft } from './useDraft.ts';

const MoveDialog = later(async () => ({ default: (await import('./MoveDialog.tsx')).MoveDialog }));

export interface Move {
  key: string;
  label: string;
  icon: string;
  danger: boolean;
  /** True to show the button in list rows. */
  inRow: boolean;
  /** The reason against the transition. Null if possible. */
  hindrance: string | null;
  run(): void;
}

interface Options {
  onDone?: () => void;
  /** Shows the transition's dialog outside of this component, which will close. */
  onAsk?: (transition: Transition) => void;
}

const USUAL_ICON = 'chevron';

/** Returns the transitions from the record's state, and the open dialog. */
export function useMoves(
  entity: EntityDefinition,
  record: ListRecord,
  { onDone, onAsk }: Options = {},
): { moves: Move[]; dialog: ReactNode } {
  const t = useT();
  const text = useText();
  const userId = useSession(({ user }) => user?.userId ?? 0);
  const [opened, setOpened] = useState<Transition | null>(null);
  const { openDraft, hasDraft } = useDraft(entity);
  const isMoving = useOutbox(({ messages }) =>
    isWaitingFor(
      messages.filter((one) => one.move !== null && holdsMoves(one)),
      entity.name,
      record.id,
    ),
  );

  function run(transition: Transition): void {
    if (isAsking(transition)) {
      (onAsk ?? setOpened)(transition);
      return;
    }
    const message = t('flow.moved', { title: text(transition.title) });
    moveRecord(entity, record, transition, undefined, message)
      .then(() => (transition.name === NEXT_VERSION ? openDraft(record) : onDone?.()))
      .catch(notifyFailure);
  }

  const open = (record: ListRecord) => void openDraft(record).catch(notifyFailure);

  const moves = transitionsFrom(entity, record).map((transition): Move => {
    const isDrafted = hasDraft(record, transition.name);
    const hindrance = isDrafted ? null : moveHindrance(entity, transition, record, userId);
    return {
      key: transition.name,
      label: isDrafted ? t('flow.openDraft') : text(transition.title),
      icon: isDrafted ? USUAL_ICON : (transition.icon ?? USUAL_ICON),
      danger: transition.danger === true,
      inRow: transition.inRow === true,
      hindrance: isMoving
        ? t('waiting.moves')
        : hindrance && ('text' in hindrance ? text(hindrance.text) : t(hindrance.key)),
      run: () => (isDrafted ? open(record) : run(transition)),
    };
  });
  const dialog = opened && (
    <MoveDialog
      entity={entity.name}
      record={record}
      transition={opened}
      onClose={() => setOpened(null)}
      onDone={onDone}
    />
  );
  return { moves, dialog };
}
