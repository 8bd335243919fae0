import { Button } from 'antd';
import { useState } from 'react';
import { saveFile } from '../browser/saveFile.ts';
import { Icon } from '../theme/Icon.tsx';

const FORMATS = ['xlsx', 'pdf'] as const;
export type FileFormat = (typeof FORMATS)[number];
const TITLES: Readonly<Record<FileFormat, string>> = { xlsx: 'Excel', pdf: 'PDF' };

interface Props {
  /** The name of the file, without its ending. */
  name: string;
  formats?: readonly FileFormat[];
  disabled?: boolean;
  load(format: FileFormat): Promise<unknown>;
}

/** Saves figures as a workbook, or as paper; what goes wrong is said in passing. */
export function FileButtons({ name, formats = FORMATS, disabled = false, load }: Props) {
  const [saving, setSaving] = useState<FileFormat | null>(null);
  const save = async (format: FileFormat) => {
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
  return formats.map((format) => (
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
