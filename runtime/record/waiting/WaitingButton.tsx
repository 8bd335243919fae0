import { useEffect, useState } from 'react';
import { useT } from '../../kit/i18n/index.ts';
import { countWaiting, useOutbox } from '../../kit/outbox/outboxState.ts';
import { later } from '../../kit/overlay/later.tsx';
import { Icon } from '../../kit/theme/Icon.tsx';
import texts from './texts.json';
import './waiting.css';

const WaitingDialog = later<{ onClose(): void }>(() => import('./WaitingDialog.tsx'));

/** Starts the device's queue with the shell, and stops it with the shell. */
function useLine(): void {
  useEffect(() => {
    let end = () => {};
    let isGone = false;
    // Without network the code of the queue may be missing. The next visit tries again.
    Promise.all([
      import('../../kit/outbox/outbox.ts'),
      import('../offline/takeAlong.ts'),
      import('./WaitingDialog.tsx'),
    ])
      .then(([{ startOutbox }, { takeRecordsAlong }]) => {
        if (isGone) return;
        const ends = [startOutbox(), takeRecordsAlong()];
        end = () => {
          for (const one of ends) one();
        };
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
      end();
    };
  }, []);
}

/** Shows the number of requests queued on the device in the header, and opens their list. Hidden without any. */
export default function WaitingButton() {
  const t = useT(texts);
  const count = useOutbox(countWaiting);
  const others = useOutbox((state) => state.others);
  const needsCare = useOutbox(({ messages }) =>
    messages.some(({ state }) => state === 'conflict' || state === 'refused'),
  );
  const [isOpen, setOpen] = useState(false);
  useLine();
  const isShown = count + others > 0;
  const title = t('waiting.title');
  return (
    <>
      {isShown && (
        <button
          type="button"
          className="wd-icon-button wd-waiting-button"
          data-care={needsCare || undefined}
          aria-label={`${title}: ${count}`}
          title={title}
          onClick={() => setOpen(true)}
        >
          <Icon name="upload" />
          <span>{count}</span>
        </button>
      )}
      {isOpen && <WaitingDialog onClose={() => setOpen(false)} />}
    </>
  );
}
