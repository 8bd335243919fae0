import { Alert, type AlertProps } from 'antd';

/** A notice above the board. Few boards have one, so its code is loaded on first use. */
export default function Notice(notice: AlertProps) {
  return <Alert className="wd-board-notice" showIcon {...notice} />;
}
