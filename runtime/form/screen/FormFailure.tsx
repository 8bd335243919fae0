import { Alert } from 'antd';

const LINE = ' · ';

interface Props {
  /** The message. An empty message is not shown. */
  text: string;
  /** Problems without a visible field. */
  others?: readonly string[];
}

/** Shows why a form could not be saved. */
export function FormFailure({ text, others = [] }: Props) {
  if (text === '') return null;
  return (
    <Alert
      className="wd-form-failure"
      type="error"
      showIcon
      role="alert"
      title={text}
      description={others.length > 0 ? others.join(LINE) : undefined}
    />
  );
}
