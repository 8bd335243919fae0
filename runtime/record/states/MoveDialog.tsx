import '../../core/definitions/allEntities.ts';
import type { Transition } from '../../../generated/definition.ts';
import { entityOf } from '../../core/definitions/entities.ts';
import { pickValues } from '../../core/rules/values.ts';
import { labelOfRecord } from '../../form/values/recordName.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { later } from '../../kit/overlay/later.tsx';
import type { ListRecord } from '../calls/useRecords.ts';
import { MoveQuestion } from './MoveQuestion.tsx';
import { moveRecord } from './move.ts';

const Foreseen = later(() => import('./Foreseen.tsx'));

interface Props {
  entity: string;
  record: ListRecord;
  transition: Transition;
  onClose(): void;
  onDone?(): void;
}

/** Asks for the input of a transition: its form, or only a confirmation. */
export function MoveDialog({ entity: name, record, transition, onClose, onDone }: Props) {
  const t = useT();
  const text = useText();
  const entity = entityOf(name);
  const title = text(transition.title);
  return (
    <MoveQuestion
      {...{ entity, transition, title, onClose }}
      record={record}
      subject={labelOfRecord(entity, record)}
      below={transition.foresee && <Foreseen foresee={transition.foresee} id={Number(record.id)} />}
      start={transition.form ? pickValues(transition.form, record) : {}}
      onMove={async (form) => {
        await moveRecord(entity, record, transition, form, t('flow.moved', { title }));
        onDone?.();
        onClose();
      }}
    />
  );
}
