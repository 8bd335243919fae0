import { Alert } from 'antd';

const LINE = ' · ';

interface Props {
  /** Nothing is shown without it. */
  text: string;
  /** Problems that belong to no field that is in sight. */
  others?: readonly string[];
}

/** Why a form could not be saved. */
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
