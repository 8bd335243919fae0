import { expect, it } from 'vitest';
import { composeBlocks, makeWords } from '../../../../../server/engine/documents/compose.ts';

const NOTHING = {
  ...{ fields: new Map(), lines: new Map(), records: new Map(), pictures: new Map() },
  decisions: [],
};

it('places for signatures name the own company as it is written', () => {
  const places = [
    { zh: '{company}（盖章）', en: 'For {company}' },
    { zh: '客户（盖章）', en: 'For the customer' },
  ];
  const definition = { name: 'sheet', title: { zh: '单据', en: 'Sheet' }, of: 'quote' };
  const sections = [{ signatures: places }];
  expect(composeBlocks({ ...definition, sections }, NOTHING, makeWords('en', 'UTC'), 'Sun $& Sea')).toEqual([
    { kind: 'signatures', places: ['For Sun $& Sea', 'For the customer'] },
  ]);
});
