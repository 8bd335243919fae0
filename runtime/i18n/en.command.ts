import type { zhCommand } from './zh.command.ts';

/** The palette and the shortcuts, in English. */
export const enCommand: Record<keyof typeof zhCommand, string> = {
  'command.palette': 'Search and commands',
  'command.type': 'Search pages, records or actions',
  'command.results': 'Results',
  'command.searching': 'Searching records …',
  'command.nothing': 'Nothing matches “{typed}”. Try another word, or the first letters of its pinyin.',
  'command.group.here': 'This page',
  'command.group.page': 'Pages',
  'command.group.record': 'Records',
  'command.group.app': 'Application',
  'command.shortcuts': 'Keyboard shortcuts',
  'command.plain': 'Use shortcuts of single keys (without Ctrl)',
};
