import { Button, Modal } from 'antd';

export interface Answer {
  label: string;
  kind?: 'primary' | 'danger';
  busy?: boolean;
  onClick(): void;
}

interface Props {
  title: string;
  text?: readonly string[];
  /** The answers from left to right. The most likely one is last. */
  answers: readonly Answer[];
  /** Called on Esc or the close button, without an answer. */
  onClose(): void;
}

/** A confirmation with named answers instead of OK and Cancel. */
export function QuestionDialog({ title, text = [], answers, onClose }: Props) {
  const destroys = answers.some(({ kind }) => kind === 'danger');
  const focused = destroys ? 0 : answers.length - 1;
  return (
    <Modal
      open
      title={title}
      onCancel={onClose}
      footer={answers.map(({ label, kind, busy, onClick }, index) => (
        <Button
          key={label}
          type={kind ? 'primary' : 'default'}
          danger={kind === 'danger'}
          loading={busy}
          autoFocus={index === focused}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
    >
      {text.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Modal>
  );
}
