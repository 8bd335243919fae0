import { useCallback, useState } from 'react';

/** Announces events to screen reader users in a live region. Repeated texts are announced again. */
export function useAnnouncer() {
  const [said, setSaid] = useState({ text: '', times: 0 });
  const say = useCallback((text: string) => setSaid(({ times }) => ({ text, times: times + 1 })), []);
  const region = (
    <p className="wd-hidden" aria-live="assertive" data-announcer>
      <span key={said.times}>{said.text}</span>
    </p>
  );
  return { say, region };
}
