import { Button } from 'antd';
import { useState } from 'react';
import type { Data } from '../../../generated/calls.ts';
import type { DocumentFormat } from '../../../generated/definition.ts';
import { call } from '../../../runtime/kit/api/client.ts';
import { notifyFailure } from '../../../runtime/kit/api/failure.ts';
import { saveFile } from '../../../runtime/kit/browser/saveFile.ts';
import { useLang, useT, useText } from '../../../runtime/kit/i18n/index.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';
import texts from '../texts.json';

interface Props {
  token: string;
  document: NonNullable<Data<'recordByLink'>['document']>;
}

const ENDINGS: Record<DocumentFormat, string> = { pdf: 'pdf', word: 'docx' };
const NAMES: Record<DocumentFormat, string> = { pdf: 'PDF', word: 'Word' };

/** Downloads the content of the link as a file. */
export function PaperFiles({ token, document: { title, number, formats } }: Props) {
  const t = useT(texts);
  const text = useText();
  const lang = useLang();
  const [saving, setSaving] = useState<DocumentFormat | null>(null);
  const save = async (format: DocumentFormat) => {
    setSaving(format);
    try {
      const input = { path: { token }, query: { format, lang } };
      const file = await call('documentByLink', input, { quiet: true, guest: true });
      if (file instanceof Blob) saveFile(file, `${text(title)} ${number}.${ENDINGS[format]}`);
    } catch (error) {
      notifyFailure(error);
    } finally {
      setSaving(null);
    }
  };
  return formats.map((format) => (
    <Button
      key={format}
      type="text"
      icon={<Icon name="download" size={16} />}
      loading={saving === format}
      aria-label={t('shared.save', { format: NAMES[format] })}
      onClick={() => void save(format)}
    >
      {NAMES[format]}
    </Button>
  ));
}
