import { useEffect, useState } from 'react';
import { type Notice, onNotice } from '../../kit/api/notices.ts';
import { type Translate, useT } from '../../kit/i18n/index.ts';
import { Icon } from '../../kit/theme/Icon.tsx';
import type { IconName } from '../../kit/theme/iconSet.ts';
import './notices.css';

const LIMIT = 3;
const SHOWN_MS = 5000;
const ICONS: Record<Notice['kind'], IconName> = { warning: 'warning', success: 'check', info: 'info' };

interface Shown extends Notice {
  id: number;
}

function noticeText({ text }: Notice, t: Translate): string {
  return 'text' in text ? text.text : t(text.key, text.params);
}

/** Adds a message. Equal texts of several calls appear once. The newest messages are kept. */
export function addNotices(shown: readonly Shown[], notice: Shown): readonly Shown[] {
  const same = JSON.stringify(notice.text);
  return [...shown.filter(({ text }) => JSON.stringify(text) !== same), notice].slice(-LIMIT);
}

let lastId = 0;

function Toast({ notice, onEnd }: { notice: Shown; onEnd(): void }) {
  const t = useT();
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(onEnd, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [paused, onEnd]);
  return (
    <div
      className="wd-notice"
      data-kind={notice.kind}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
    >
      <Icon name={ICONS[notice.kind]} />
      <p>{noticeText(notice, t)}</p>
      {notice.action && (
        <button
          type="button"
          className="wd-notice-action"
          onClick={() => {
            notice.action?.run();
            onEnd();
          }}
        >
          {t(notice.action.key)}
        </button>
      )}
      <button type="button" className="wd-icon-button" aria-label={t('common.close')} onClick={onEnd}>
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

/** Shows the messages of calls as toasts (V141). */
export function Notices() {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  useEffect(
    () => onNotice((notice) => setShown((before) => addNotices(before, { ...notice, id: ++lastId }))),
    [],
  );
  return (
    <div className="wd-notices" role="status">
      {shown.map((notice) => (
        <Toast
          key={notice.id}
          notice={notice}
          onEnd={() => setShown((before) => before.filter(({ id }) => id !== notice.id))}
        />
      ))}
    </div>
  );
}
