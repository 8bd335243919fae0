import type { zhCommand } from './zh.command.ts';

/** The palette and the shortcuts, in English. */
export const enCommand: Record<keyof typeof zhCommand, string> = {
  'command.palette': 'Search and commands',
  'command.type': 'Search pages, records or actions',
  'command.results': 'Results',
  'command.searching': 'Searching records …',
  'command.nothing': 'Nothing matches “{typed}”. Try another word, or the first letters of its pinyin.',
  'command.more': 'More actions',
  'command.group.here': 'This page',
  'command.group.recent': 'Seen lately',
  'command.group.page': 'Pages',
  'command.group.record': 'Records',
  'command.group.app': 'Application',
  'command.shortcuts': 'Keyboard shortcuts',
  'command.plain': 'Use shortcuts of single keys (without Ctrl)',
  'command.elsewhere': 'In dialogs and tables',
  'command.key.save': 'Save a dialog',
  'command.key.leave': 'Leave a dialog, undo a cell',
  'command.key.send': 'Send a comment',
  'command.key.cell': 'Change a cell while editing in the list',
  'command.key.nextCell': 'The next cell',
  'command.key.moveColumn': 'Move a column, from its header',
  'command.key.sizeColumn': 'Size a column, from its header',
};
