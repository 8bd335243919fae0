import { Modal, Segmented } from 'antd';
import { useState } from 'react';
import type { DocumentDefinition } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import type { Lang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';
import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { saveFile } from '../../kit/browser/saveFile.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { listLangOptions } from '../../kit/i18n/langOptions.ts';
import type { SelectedRecords } from '../query/query.ts';
import './documents.css';
import texts from './texts.json';

export interface LabelsDialogProps {
  entity: Entity;
  document: DocumentDefinition;
  selection: SelectedRecords;
  count: number;
  onClose(): void;
}

const PLACES = Array.from({ length: 24 }, (_, at) => at + 1);

/** Prints labels of the selected records. The first sheet may be partly used already. */
export default function LabelsDialog({ entity, document, selection, count, onClose }: LabelsDialogProps) {
  const t = useT(texts);
  const text = useText();
  const [lang, setLang] = useState<Lang>(useLang());
  const [first, setFirst] = useState(1);
  const [isBusy, setBusy] = useState(false);
  const make = async () => {
    setBusy(true);
    try {
      const path = { entity: entity.name, document: document.name };
      const body = { selection, expected: count, first, lang };
      const file = await call('recordLabels', { path, body }, { quiet: true });
      if (file instanceof Blob) saveFile(file, `${pickText(document.title, lang)} ${count}.pdf`);
      onClose();
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={text(document.title)}
      okText={t('labels.make', { count })}
      confirmLoading={isBusy}
      onOk={() => void make()}
      onCancel={onClose}
    >
      <p>{t('labels.text')}</p>
      <fieldset className="wd-labels">
        <legend>{t('labels.first')}</legend>
        {PLACES.map((place) => (
          <label key={place} data-left={place >= first || undefined}>
            <input
              type="radio"
              name="first"
              checked={place === first}
              aria-label={t('labels.place', { place })}
              onChange={() => setFirst(place)}
            />
            {place}
          </label>
        ))}
      </fieldset>
      <Segmented
        aria-label={t('document.language')}
        options={listLangOptions()}
        value={lang}
        onChange={setLang}
      />
    </Modal>
  );
}
