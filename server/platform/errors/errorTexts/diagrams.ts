import type { ErrorTexts } from './entry.ts';

export const diagramErrors = {
  'diagram.sameKey': {
    status: 400,
    code: 400210,
    zh: '图元标识“{key}”重复',
    en: 'Two symbols have the key “{key}”',
  },
  'diagram.noTerminal': {
    status: 400,
    code: 400211,
    zh: '图元“{key}”没有端子 {port}',
    en: 'The symbol “{key}” has no terminal {port}',
  },
  'diagram.ownWire': {
    status: 400,
    code: 400212,
    zh: '图元“{key}”不能与自身相连',
    en: 'The symbol “{key}” cannot be connected to itself',
  },
} as const satisfies ErrorTexts;
