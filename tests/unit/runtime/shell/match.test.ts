import { beforeAll, describe, expect, it } from 'vitest';
import { scoreFits, scoreNames } from '../../../../runtime/shell/palette/match.ts';
import { loadPinyin } from '../../../../runtime/shell/palette/pinyin.ts';

const pages = [
  { zh: '告警记录', en: 'Alarm records' },
  { zh: '客户领地', en: 'Customers' },
  { zh: '采集设备', en: 'Communication equipment' },
];

let spell: (text: string) => readonly string[];
beforeAll(async () => {
  spell = await loadPinyin();
});
const find = (typed: string) =>
  scoreFits(pages, typed, ({ zh, en }) => [zh, en, ...spell(zh)]).map(({ thing }) => thing.en);

describe('finding by name', () => {
  it('searches both languages, whatever is on screen', () => {
    expect(find('客户')).toEqual(['Customers']);
    expect(find('customer')).toEqual(['Customers']);
  });

  it('searches pinyin by syllables and by first letters', () => {
    expect(find('kehu')).toEqual(['Customers']);
    expect(find('khld')).toEqual(['Customers']);
    expect(find('gaojing')).toEqual(['Alarm records']);
  });

  it('requires every word, in any order', () => {
    expect(find('records alarm')).toEqual(['Alarm records']);
    expect(find('records customer')).toEqual([]);
  });

  it('ranks matches at the beginning first, then inside, then scattered letters', () => {
    expect(scoreNames('cust', ['customer'])).toBeGreaterThan(scoreNames('tom', ['customer']));
    expect(scoreNames('terr', ['customer territory'])).toBeGreaterThan(scoreNames('tom', ['customer']));
    expect(scoreNames('tom', ['customer'])).toBeGreaterThan(scoreNames('csr', ['customer']));
    expect(scoreNames('xyz', ['customer'])).toBe(0);
  });

  it('keeps the order without input', () => {
    expect(find('  ')).toEqual(pages.map(({ en }) => en));
  });
});
