import { useCallback, useState } from 'react';

/** Announces events to screen reader users in a live region. Repeated texts are announced again. */
export function useAnnouncer() {
  const [announcement, setAnnouncement] = useState({ text: '', times: 0 });
  const say = useCallback((text: string) => setAnnouncement(({ times }) => ({ text, times: times + 1 })), []);
  const region = (
    <p className="wd-hidden" aria-live="assertive" data-announcer>
      <span key={announcement.times}>{announcement.text}</span>
    </p>
  );
  return { say, region };
}
