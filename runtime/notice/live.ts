/** Hears from the server that something else waits for the user, while the window is looked at. */

interface CountsDeps {
  openSource(url: string): EventSource;
  page: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
}

const ADDRESS = '/manager/notice/live';

const browser = (): CountsDeps => ({ openSource: (url) => new EventSource(url), page: document });

/**
 * A hidden window closes its connection, of which a browser has few for all windows together. What it missed is asked
 * for when it is looked at again, and every minute anyway: a lost connection costs no more than that minute.
 */
export function counts_listen(changed: () => void, { openSource, page }: CountsDeps = browser()): () => void {
  let source: EventSource | null = null;
  const follow = (): void => {
    if (page.hidden) {
      source?.close();
      source = null;
    } else if (!source) {
      source = openSource(ADDRESS);
      source.addEventListener('counts', changed);
    }
  };
  follow();
  page.addEventListener('visibilitychange', follow);
  return () => {
    page.removeEventListener('visibilitychange', follow);
    source?.close();
  };
}
