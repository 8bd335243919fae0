/** The files of a document. Each is created on first use and cached while the dialog is open. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentDefinition, DocumentFormat } from '../../../generated/definition.ts';
import type { Entity } from '../../core/definitions/entities.ts';
import type { Lang } from '../../core/text/lang.ts';
import { pickText } from '../../core/text/pickText.ts';
import { call } from '../../kit/api/client.ts';
import { notifyFailure } from '../../kit/api/failure.ts';
import { saveFile } from '../../kit/browser/saveFile.ts';
import { queryClient } from '../../kit/session/queryClient.ts';
import type { ListRecord } from '../calls/useRecords.ts';

const ENDINGS: Record<DocumentFormat, string> = { pdf: 'pdf', word: 'docx' };

export function useDocument(entity: Entity, record: ListRecord, document: DocumentDefinition, lang: Lang) {
  const [saving, setSaving] = useState<DocumentFormat | null>(null);
  const path = { entity: entity.name, id: record.id, document: document.name };
  const load = async (format: DocumentFormat, signal?: AbortSignal): Promise<Blob> => {
    const file = await call('recordDocument', { path, query: { format, lang } }, { quiet: true, signal });
    if (file instanceof Blob) return file;
    throw new Error('a document was answered that is no file');
  };
  const { data, isError, error, refetch } = useQuery(
    {
      queryKey: ['recordDocument', path, record.version, lang],
      queryFn: ({ signal }) => load('pdf', signal),
      gcTime: 0,
    },
    queryClient,
  );
  const number = String(record[document.number ?? entity.label] ?? record.id);
  return {
    pdf: data,
    error: isError ? error : null,
    refetch,
    saving,
    async save(format: DocumentFormat): Promise<void> {
      setSaving(format);
      try {
        const file = format === 'pdf' && data ? data : await load(format);
        saveFile(file, `${pickText(document.title, lang)} ${number}.${ENDINGS[format]}`);
      } catch (failure) {
        notifyFailure(failure);
      } finally {
        setSaving(null);
      }
    },
  };
}
