import { Input } from 'antd';
import type { Text } from '../../../../generated/definition.ts';
import { nearLang } from '../../../../runtime/core/text/lang.ts';
import { useLang } from '../../../../runtime/kit/i18n/index.ts';

interface Props {
  label: string;
  title: Text;
  readOnly: boolean;
  /** The text has several lines. */
  isLong?: boolean;
  onChange(title: Text): void;
}

const LONGEST = 100;
const LONGEST_TEXT = 2000;

/** Edits a title in the user's language. The other language follows until the user edits it. */
export function TitleInput({ label, title, readOnly, isLong = false, onChange }: Props) {
  const lang = nearLang(useLang());
  const other = lang === 'zh' ? 'en' : 'zh';
  const isOpen = title.zh === title.en || title[other].trim() === '';
  const props = {
    'aria-label': label,
    value: title[lang],
    readOnly,
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      onChange(isOpen ? { zh: value, en: value } : { ...title, [lang]: value }),
  };
  return isLong ? (
    <Input.TextArea {...props} maxLength={LONGEST_TEXT} autoSize />
  ) : (
    <Input {...props} maxLength={LONGEST} />
  );
}
