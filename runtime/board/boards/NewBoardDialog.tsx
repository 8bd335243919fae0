import '../../core/definitions/allEntities.ts';
import { useMemo, useState } from 'react';
import type { Field } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../core/definitions/entities.ts';
import type { Values } from '../../core/rules/rule.ts';
import { completeValues, pickValues, stripValues } from '../../core/rules/values.ts';
import { entityForm } from '../../form/model/entityForm.ts';
import { FormDialog } from '../../form/screen/FormDialog.tsx';
import { notify } from '../../kit/api/notices.ts';
import { useT } from '../../kit/i18n/index.ts';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { useStation } from '../../kit/session/site.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { renewBoards } from './boards.ts';
import { createBoard, type NewBoard } from './createBoard.ts';
import { StartChoice } from './StartChoice.tsx';
import { EMPTY_START, startDocument, startLacking } from './start.ts';
import './boards.css';
import { personNow } from '../../kit/session/person.ts';

/** Limits the station of a new board to the current one, or any. The content suits no other station. */
function entityHere(entity: Entity, { sn, name }: { sn: string; name: string }): Entity {
  const { stationSn, ...properties } = entity.schema.properties ?? {};
  if (!stationSn) return entity;
  const { 'x-ref': _entity, 'x-refKey': _key, ...field } = stationSn;
  const here: Field = { ...field, 'x-options': [{ value: sn, title: { zh: name, en: name } }] };
  return { ...entity, schema: { ...entity.schema, properties: { ...properties, stationSn: here } } };
}

interface Props {
  onClose(): void;
  onCreated(boardId: number): void;
}

/** Asks for the content, the name and the readers of a new board. */
export function NewBoardDialog({ onClose, onCreated }: Props) {
  const t = useT();
  const { station, store } = useBoardSession();
  const { sn } = station;
  const allowed = useEntityFor(entityOf('board'), 'write');
  const name = useStation()?.name ?? sn;
  const entity = useMemo(() => entityHere(allowed, { sn, name }), [allowed, sn, name]);
  const [start, setStart] = useState(EMPTY_START);
  const [value] = useState(() => ({
    ...pickValues(entity.schema, completeValues(entity.schema, {}, personNow())),
    stationSn: sn,
  }));
  async function create(values: Values): Promise<void> {
    if (startLacking(start)) {
      notify({ kind: 'warning', text: { text: t('boards.startMissing') } });
      return;
    }
    const body = pickValues(entity.schema, stripValues(entity.schema, values)) as NewBoard;
    const begun = startDocument(start, store.getState().history.document, !body.stationSn);
    const id = await createBoard(sn, body, begun, t(`boards.start.${start.kind}`));
    await renewBoards(sn);
    onCreated(id);
  }
  return (
    <FormDialog
      title={t('boards.newTitle')}
      form={entityForm(entity)}
      value={value}
      saveText={t('boards.create')}
      notice={
        <StartChoice
          stationSn={sn}
          start={start}
          onStart={(change) => setStart((before) => ({ ...before, ...change }))}
        />
      }
      onSave={create}
      onCancel={onClose}
    />
  );
}
