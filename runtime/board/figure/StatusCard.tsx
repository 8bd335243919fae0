import { Icon } from '../../kit/theme/Icon.tsx';
import './statusCard.css';

interface Props {
  state: 'normal' | 'abnormal';
  icon: string;
  text: string;
  detail: string;
  /** Makes the whole card a button. */
  onOpen?(): void;
}

/** Shows a state of the station in an icon, a word and a line of detail. */
export function StatusCard({ state, icon, text, detail, onOpen }: Props) {
  const content = (
    <>
      <span className="wd-card-status-icon">
        <Icon name={icon} />
      </span>
      <span className="wd-card-status-words">
        <b>{text}</b>
        <small>{detail}</small>
      </span>
    </>
  );
  if (!onOpen) {
    return (
      <div className="wd-card-status" data-state={state}>
        {content}
      </div>
    );
  }
  return (
    <button type="button" className="wd-card-status" data-state={state} onClick={onOpen}>
      {content}
      <span className="wd-card-status-go">
        <Icon name="chevron" />
      </span>
    </button>
  );
}
