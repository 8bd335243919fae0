/** Sends a command and tracks it until the device answers or the server times out. */
import { useEffect, useRef, useState } from 'react';
import { call } from '../../runtime/kit/api/client.ts';
import type { ControlCommand, ControlValue } from './controls.ts';

const POLL_MS = 1000;
/** A little longer than the server's timeout for a device, in ms. */
const FOLLOW_MS = 65_000;

async function follow(
  { id, stationSn }: ControlCommand,
  signal: AbortSignal,
  seen: (command: ControlCommand) => void,
): Promise<void> {
  const end = Date.now() + FOLLOW_MS;
  while (Date.now() < end) {
    await new Promise((wake) => setTimeout(wake, POLL_MS));
    if (signal.aborted) return;
    // A failed request does not end the tracking, because the next one may succeed.
    const [command] = await call(
      'controlStatus',
      { query: { id, stationSn } },
      { quiet: true, signal },
    ).catch(() => []);
    if (!command || signal.aborted) continue;
    seen(command);
    if (command.state !== 'requested') return;
  }
}

export function useCommands(ended: () => void) {
  const [followed, setFollowed] = useState<ReadonlyMap<string, ControlCommand>>(new Map());
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    leaving.current = here;
    return () => here.abort();
  }, []);

  const store = (command: ControlCommand) =>
    setFollowed((before) => new Map(before).set(command.variableSn, command));
  return {
    followed,
    /** Resolves after the server has accepted the command. Rejects with its reason. */
    async send(sn: string, value: ControlValue) {
      const { signal } = leaving.current;
      const command = await call('controlRequest', { body: { sn, value } }, { quiet: true });
      store(command);
      void follow(command, signal, store).then(() => !signal.aborted && ended());
    },
  };
}
