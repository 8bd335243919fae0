/** The only registry of the present commands and their owners. */
import { useEffect, useId, useMemo, useRef } from 'react';
import { create } from 'zustand';
import { useIsStaged } from '../parts/staged.ts';
import type { Command } from './command.ts';

interface CommandState {
  /** Commands by their owner, in order of registration: the frame first, the open page last. */
  offers: ReadonlyMap<string, readonly Command[]>;
}

export const useCommandStore = create<CommandState>(() => ({ offers: new Map() }));

function offer(source: string, commands: readonly Command[] | null): void {
  useCommandStore.setState(({ offers }) => {
    const next = new Map(offers);
    if (commands) next.set(source, commands);
    else next.delete(source);
    return { offers: next };
  });
}

/** Returns all present commands. Those of the open page are last. */
export function commandsNow(): readonly Command[] {
  return [...useCommandStore.getState().offers.values()].flat();
}

/**
 * Offers commands while the component is on screen. A hidden kept-alive page offers nothing, and neither does a
 * read-only one. The list must be the same object while it is equal.
 */
export function useCommands(commands: readonly Command[]): void {
  const source = useId();
  const staged = useIsStaged();
  useEffect(() => {
    if (staged) return;
    offer(source, commands);
    return () => offer(source, null);
  }, [source, commands, staged]);
}

/**
 * Offers the present commands of a component. The list may be new each time. The offer changes only with its texts, and
 * a command always runs its latest version.
 */
export function useLiveCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const key = JSON.stringify(commands.map(({ id, title, shortcut }) => [id, title, shortcut]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is offered
  const offered = useMemo(
    () =>
      commands.map((command) => ({
        ...command,
        run: () => latest.current.find(({ id }) => id === command.id)?.run(),
      })),
    [key],
  );
  useCommands(offered);
}
