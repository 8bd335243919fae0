import { describe, expect, it, vi } from 'vitest';
import { counts_listen } from '../../../runtime/notice/live.ts';

class Source extends EventTarget {
  close = vi.fn();
}

function window_make() {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const sources: Source[] = [];
  const openSource = () => {
    sources.push(new Source());
    return sources.at(-1) as unknown as EventSource;
  };
  const look = (hidden: boolean) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { deps: { page, openSource }, sources, look };
}

describe('listening for what waits', () => {
  it('asks anew when told, over one connection, and only while the window is looked at', () => {
    const { deps, sources, look } = window_make();
    const changed = vi.fn();
    const stop = counts_listen(changed, deps);
    sources[0]!.dispatchEvent(new Event('counts'));
    expect(changed).toHaveBeenCalledTimes(1);
    look(false);
    expect(sources).toHaveLength(1);
    look(true);
    expect(sources[0]!.close).toHaveBeenCalledOnce();
    look(false);
    expect(sources).toHaveLength(2);
    stop();
    expect(sources[1]!.close).toHaveBeenCalledOnce();
    look(true);
    look(false);
    expect(sources).toHaveLength(2);
  });
});
