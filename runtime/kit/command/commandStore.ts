/** The registry of the offered commands. */
import { useEffect, useId, useMemo, useRef } from 'react';
import { create } from 'zustand';
import { useIsStaged } from '../parts/staged.ts';
import type { Command } from './command.ts';

interface CommandState {
  /** Commands by component, in order of registration: first the frame, last the open page. */
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

/** Returns all offered commands. Those of the open page are last. */
export function commandsNow(): readonly Command[] {
  return [...useCommandStore.getState().offers.values()].flat();
}

/**
 * Offers commands while the component is visible. A hidden kept-alive page and a read-only page offer none. An
 * unchanged list must be the same object.
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
 * Offers commands of a component. The list may be new in each render. The offer changes only with its texts, and a
 * command always runs its latest function.
 */
export function useLiveCommands(commands: readonly Command[]): void {
  const latest = useRef(commands);
  latest.current = commands;
  const key = JSON.stringify(commands.map(({ id, title, shortcut }) => [id, title, shortcut]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains all offered commands
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
