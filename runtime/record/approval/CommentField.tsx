import { Input } from 'antd';
import { COMMENT_ROWS, LONGEST } from './forms.ts';

interface Props {
  id: string;
  label: string;
  value: string;
  onChange(value: string): void;
}

/** Asks for a remark together with an action on a request. */
export function CommentField({ id, label, value, onChange }: Props) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        id={id}
        autoSize={COMMENT_ROWS}
        maxLength={LONGEST}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}
