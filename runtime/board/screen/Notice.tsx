import { Alert, type AlertProps } from 'antd';

/** A notice above the board. Most boards have none, so that it is loaded with the first. */
export default function Notice(notice: AlertProps) {
  return <Alert className="wd-board-notice" showIcon {...notice} />;
}
