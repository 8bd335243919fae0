import { Button } from 'antd';
import { useState } from 'react';
import { saveFile } from '../browser/saveFile.ts';
import { Icon } from '../theme/Icon.tsx';

const TITLES = { xlsx: 'Excel', pdf: 'PDF', svg: 'SVG' };
/** The formats of a report. */
export const REPORT_FORMATS = ['xlsx', 'pdf'] as const;
type FileFormat = keyof typeof TITLES;

interface Props<Format extends FileFormat> {
  /** The file name without its extension. */
  name: string;
  formats: readonly Format[];
  disabled?: boolean;
  load(format: Format): Promise<unknown>;
}

/** Saves the displayed content as a workbook or an image, or prints it. Errors appear as a short message. */
export function FileButtons<Format extends FileFormat>(props: Props<Format>) {
  const { name, formats, disabled = false, load } = props;
  const [saving, setSaving] = useState<Format | null>(null);
  const save = async (format: Format) => {
    setSaving(format);
    try {
      const file = await load(format);
      if (file instanceof Blob) saveFile(file, `${name}.${format}`);
    } catch {
      // The error was already shown.
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
