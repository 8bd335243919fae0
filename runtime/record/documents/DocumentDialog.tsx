import { Button, Modal, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import type { DocumentDefinition, DocumentFormat } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import type { Lang } from '../../core/text/lang.ts';
import { ApiError } from '../../kit/api/errors.ts';
import { useLang, useT, useText } from '../../kit/i18n/index.ts';
import { listLangOptions } from '../../kit/i18n/langOptions.ts';
import { later } from '../../kit/overlay/later.tsx';
import { LoadFailed } from '../../kit/states/LoadFailed.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { ListRecord } from '../calls/useRecords.ts';
import './documents.css';
import texts from './texts.json';
import { useDocument } from './useDocument.ts';

export interface DocumentDialogProps {
  entity: Entity;
  record: ListRecord;
  document: DocumentDefinition;
  onClose(): void;
}

const WIDTH = 860;
/** Returns the server's reason against the document. Empty for any other error. */
const refusalOf = (error: unknown): string =>
  error instanceof ApiError && error.status === UNMADE ? error.msg : '';
const UNMADE = 422;
const NAMES: Record<DocumentFormat, string> = { pdf: 'PDF', word: 'Word' };

const waiting = <Skeleton active paragraph={{ rows: 12 }} />;
const PdfPages = later(() => import('../../kit/pdf/PdfPages.tsx'), waiting);

/** Shows a record as printed, in either language, and saves it as a file. */
export default function DocumentDialog({ entity, record, document, onClose }: DocumentDialogProps) {
  const t = useT(texts);
  const text = useText();
  const [lang, setLang] = useState<Lang>(useLang());
  const [broken, setBroken] = useState<unknown>(null);
  const { pdf, error, refetch, saving, save } = useDocument(entity, record, document, lang);
  const retry = () => {
    setBroken(null);
    void refetch();
  };
  return (
    <Modal
      open
      width={WIDTH}
      className="wd-document"
      title={text(document.title)}
      onCancel={onClose}
      footer={
        <div className="wd-document-tools">
          <Segmented
            aria-label={t('document.language')}
            options={listLangOptions()}
            value={lang}
            onChange={setLang}
          />
          {(document.formats ?? ['pdf']).map((format) => (
            <Button
              key={format}
              type={format === 'pdf' ? 'primary' : 'default'}
              icon={<Icon name="download" size={16} />}
              loading={saving === format}
              onClick={() => void save(format)}
            >
              {t('document.download', { format: NAMES[format] })}
            </Button>
          ))}
        </div>
      }
    >
      <div className="wd-document-pages">
        {error || broken ? (
          <LoadFailed title={refusalOf(error) || t('document.failed')} onRetry={retry} />
        ) : pdf ? (
          <PdfPages file={pdf} onFail={setBroken} />
        ) : (
          waiting
        )}
      </div>
    </Modal>
  );
}
