/**
 * A command is any user action of the product. One entry defines its button, menu entry, palette entry and shortcut.
 */
import type { Text } from '../../../generated/definition.ts';

/** The sections of the palette, in order. */
export const COMMAND_GROUPS = ['here', 'page', 'app'] as const;
export type CommandGroup = (typeof COMMAND_GROUPS)[number];

export interface Command {
  /** An id such as `list.new` or `page.CustomersManagement`, unique among the offered commands. */
  id: string;
  title: Text;
  /** The short text on its button. */
  label?: Text;
  group: CommandGroup;
  icon?: string;
  /** True for a destructive command. */
  danger?: boolean;
  /** `Mod+K` (Ctrl, or ⌘ on a Mac), `?`, or a sequence of keys: `g c`. */
  shortcut?: string;
  /** The shortcut also works while the user types in a field. */
  whileWriting?: boolean;
  /** Further search words for the palette. */
  words?: readonly string[];
  /** Another shortcut of a command, which lists omit. */
  hidden?: boolean;
  run(): void;
}
