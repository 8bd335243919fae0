/**
 * Everything that a person can make the product do is a command: one entry feeds its button, menu line, palette line
 * and shortcut.
 */
import type { Text } from '../../../generated/definition.ts';

/** The palette's sections, in this order. */
export const COMMAND_GROUPS = ['here', 'page', 'app'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export interface Command {
  /** `list.new`, `page.CustomersManagement`: unique among what is offered at a time. */
  id: string;
  title: Text;
  /** On its button, where the place explains the rest. */
  label?: Text;
  group: CommandGroup;
  icon?: string;
  /** Takes something away. */
  danger?: boolean;
  /** `Mod+K` (Ctrl, on a Mac ⌘), `?`, or keys one after the other: `g c`. */
  shortcut?: string;
  /** The shortcut also works while the user types in a field. */
  whileWriting?: boolean;
  /** Further words that find it. */
  words?: readonly string[];
  /** A further shortcut of a command that is listed already. */
  hidden?: boolean;
  run(): void;
}
