import { Button } from 'antd';
import { useState } from 'react';
import { saveFile } from '../../../runtime/kit/browser/saveFile.ts';
import { Icon } from '../../../runtime/kit/theme/Icon.tsx';

const FORMATS = ['xlsx', 'pdf'] as const;
export type ReportFormat = (typeof FORMATS)[number];
const TITLES: Readonly<Record<ReportFormat, string>> = { xlsx: 'Excel', pdf: 'PDF' };

interface Props {
  /** The name of the file, without its ending. */
  name: string;
  disabled?: boolean;
  load(format: ReportFormat): Promise<unknown>;
}

/** The same figures as a workbook, or as paper. */
export function FileButtons({ name, disabled = false, load }: Props) {
  const [saving, setSaving] = useState<ReportFormat | null>(null);
  const save = async (format: ReportFormat) => {
    setSaving(format);
    try {
      const file = await load(format);
      if (file instanceof Blob) saveFile(file, `${name}.${format}`);
    } catch {
      // Said already, in passing.
    } finally {
      setSaving(null);
    }
  };
  return FORMATS.map((format) => (
    <Button
      key={format}
      icon={<Icon name="download" size={16} />}
      disabled={disabled || saving !== null}
      loading={saving === format}
      onClick={() => void save(format)}
    >
      {TITLES[format]}
    </Button>
  ));
}
