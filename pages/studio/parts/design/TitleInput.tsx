import { Input } from 'antd';
import type { Text } from '../../../../generated/definition.ts';
import { useLang } from '../../../../runtime/kit/i18n/index.ts';

interface Props {
  label: string;
  title: Text;
  readOnly: boolean;
  onChange(title: Text): void;
}

const LONGEST = 100;

/** A title in the reader's language; the other one follows as long as nobody wrote it apart. */
export function TitleInput({ label, title, readOnly, onChange }: Props) {
  const lang = useLang();
  const other = lang === 'zh' ? 'en' : 'zh';
  const isOpen = title.zh === title.en || title[other].trim() === '';
  return (
    <Input
      aria-label={label}
      maxLength={LONGEST}
      value={title[lang]}
      readOnly={readOnly}
      onChange={({ target: { value } }) =>
        onChange(isOpen ? { zh: value, en: value } : { ...title, [lang]: value })
      }
    />
  );
}
