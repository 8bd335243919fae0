/**
 * A command is anything that a user can make the product do. One entry feeds its button, menu entry, palette entry and
 * shortcut.
 */
import type { Text } from '../../../generated/definition.ts';

/** The palette's sections, in this order. */
export const COMMAND_GROUPS = ['here', 'page', 'app'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export interface Command {
  /** `list.new`, `page.CustomersManagement`: unique among what is offered at a time. */
  id: string;
  title: Text;
  /** The text on its button, if its place explains the rest. */
  label?: Text;
  group: CommandGroup;
  icon?: string;
  /** The command removes something. */
  danger?: boolean;
  /** `Mod+K` (Ctrl, on a Mac ⌘), `?`, or keys one after the other: `g c`. */
  shortcut?: string;
  /** The shortcut also works while the user types in a field. */
  whileWriting?: boolean;
  /** More words by which the palette finds it. */
  words?: readonly string[];
  /** A further shortcut of a command that is listed already. */
  hidden?: boolean;
  run(): void;
}
