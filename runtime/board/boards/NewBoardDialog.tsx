import { useQuery } from '@tanstack/react-query';
import { Radio, Select } from 'antd';
import { useMemo, useState } from 'react';
import type { DashboardDocument, Field } from '../../../generated/definition.ts';
import { dashboardRegistry } from '../../core/definitions/dashboards.ts';
import { type Entity, entityOf } from '../../core/definitions/entities.ts';
import type { Values } from '../../core/rule.ts';
import { completeValues, pickValues, stripValues } from '../../core/values.ts';
import { entityForm } from '../../form/model/entityForm.ts';
import { FormDialog } from '../../form/screen/FormDialog.tsx';
import { notify } from '../../kit/api/notices.ts';
import { useT, useText } from '../../kit/i18n/index.ts';
import { useEntityFor } from '../../kit/session/entityFor.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import { useStation } from '../../kit/session/site.ts';
import { PresetMissing } from '../preset/PresetMissing.tsx';
import { presetOffers, stationVariables } from '../preset/presets.ts';
import { useBoardSession } from '../session/boardSession.ts';
import { FileDocument } from '../transfer/FileDocument.tsx';
import { renewBoards } from './boards.ts';
import { createBoard, type NewBoard } from './createBoard.ts';
import './boards.css';

type Start = 'empty' | 'copy' | 'preset' | 'file';
/** It opens on the station that one looks at, or on any: what it begins with knows of no other one. */
function entityHere(entity: Entity, { sn, name }: { sn: string; name: string }): Entity {
  const { stationSn, ...properties } = entity.schema.properties ?? {};
  if (!stationSn) return entity;
  const { 'x-ref': _entity, 'x-refKey': _key, ...field } = stationSn;
  const here: Field = { ...field, 'x-options': [{ value: sn, title: { zh: name, en: name } }] };
  return { ...entity, schema: { ...entity.schema, properties: { ...properties, stationSn: here } } };
}

interface BoardFile {
  document: DashboardDocument;
  /** As it stands in the file: for a board of any station. */
  whole: DashboardDocument;
}

const STARTS: readonly Start[] = ['empty', 'copy', 'preset', 'file'];

interface Props {
  onClose(): void;
  onCreated(boardId: number): void;
}

/** What the new board begins with, and what it is called and who sees it. */
export function NewBoardDialog({ onClose, onCreated }: Props) {
  const t = useT();
  const text = useText();
  const { station, store } = useBoardSession();
  const allowed = useEntityFor(entityOf('board'), 'write');
  const name = useStation()?.name ?? station.sn;
  const entity = useMemo(() => entityHere(allowed, { sn: station.sn, name }), [allowed, station.sn, name]);
  const [start, setStart] = useState<Start>('empty');
  const [preset, setPreset] = useState<string | null>(null);
  const [file, setFile] = useState<BoardFile | null>(null);
  const [value] = useState(() => ({
    ...pickValues(entity.schema, completeValues(entity.schema, {})),
    stationSn: station.sn,
  }));
  const { data: offers, isPending } = useQuery(
    {
      queryKey: ['presetOffers', station.sn],
      queryFn: async () =>
        presetOffers(dashboardRegistry.all(), station.sn, await stationVariables(station.sn)),
    },
    queryClient,
  );

  const chosen = start === 'preset' ? offers?.find((offer) => offer.preset.name === preset) : undefined;
  function document({ stationSn }: Pick<NewBoard, 'stationSn'>): DashboardDocument | null {
    if (start === 'copy') return store.getState().history.document;
    if (start === 'file') return (stationSn ? file?.document : file?.whole) ?? null;
    return chosen?.document ?? null;
  }
  async function create(values: Values): Promise<void> {
    const body = pickValues(entity.schema, stripValues(entity.schema, values)) as NewBoard;
    const begun = document(body);
    if (!begun && (start === 'file' || start === 'preset')) {
      notify({ kind: 'warning', text: { text: t('boards.startMissing') } });
      return;
    }
    const id = await createBoard(station.sn, body, begun, t(`boards.start.${start}`));
    await renewBoards(station.sn);
    onCreated(id);
  }

  return (
    <FormDialog
      title={t('boards.newTitle')}
      form={entityForm(entity)}
      value={value}
      saveText={t('boards.create')}
      notice={
        <div className="wd-boards-start">
          <Radio.Group
            aria-label={t('boards.startWith')}
            optionType="button"
            value={start}
            onChange={({ target }) => setStart(target.value as Start)}
            options={STARTS.map((one) => ({ value: one, label: t(`boards.start.${one}`) }))}
          />
          {start === 'preset' && (
            <Select
              aria-label={t('boards.preset')}
              placeholder={t('boards.preset')}
              value={preset}
              onChange={setPreset}
              loading={isPending}
              options={offers?.map((offer) => ({
                value: offer.preset.name,
                label: text(offer.preset.title),
              }))}
            />
          )}
          {chosen && <PresetMissing offer={chosen} />}
          {start === 'file' && (
            <FileDocument
              stationSn={station.sn}
              onDocument={(document, whole) => setFile(document && whole && { document, whole })}
            />
          )}
        </div>
      }
      onSave={create}
      onCancel={onClose}
    />
  );
}
