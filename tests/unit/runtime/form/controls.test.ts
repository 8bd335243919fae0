import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../generated/definition.ts';
import { fileAddress, fileName, fileValue } from '../../../../runtime/core/fileValue.ts';
import { degreeText, placeText, readPlace, writePlace } from '../../../../runtime/core/place.ts';
import { FORMATS } from '../../../../runtime/fieldTypes/index.ts';
import { CRON_PRESETS, joinCron, splitCron } from '../../../../runtime/form/controls/cron/cronParts.ts';
import { cronNext, cronWords } from '../../../../runtime/form/controls/cron/cronWords.ts';
import { joinDuration, splitDuration } from '../../../../runtime/form/controls/durationParts.ts';
import { uploadProblem } from '../../../../runtime/form/controls/files/uploadRules.ts';
import { filesLimit } from '../../../../runtime/form/controls/files/useUpload.ts';
import {
  formulaNow,
  insertFormula,
  readFormula,
} from '../../../../runtime/form/controls/formula/formulaText.ts';
import { readEnteredJson, showJson } from '../../../../runtime/form/controls/json/jsonText.ts';
import { readEnteredHtml } from '../../../../runtime/form/controls/richText/entered.ts';
import { readAddress } from '../../../../runtime/form/controls/richText/richLink.ts';
import { regionOptions, regionText } from '../../../../runtime/form/values/region.ts';
import { valueText } from '../../../../runtime/form/values/valueText.ts';
import { roundPoint, viewBoxOf, viewPoint, WORLD, zoomView } from '../../../../runtime/kit/map/mapView.ts';

describe('a duration', () => {
  it('is entered in hours, minutes and seconds and stored in seconds', () => {
    expect(splitDuration(3_725)).toEqual({ hours: 1, minutes: 2, seconds: 5 });
    expect(joinDuration({ hours: 1, minutes: 2, seconds: 5 })).toBe(3_725);
    expect(joinDuration({ minutes: 90 })).toBe(5_400);
  });

  it('is empty if nothing is entered', () => {
    expect(splitDuration(undefined)).toEqual({});
    expect(joinDuration({})).toBeUndefined();
    expect(joinDuration({ seconds: 0 })).toBe(0);
  });
});

describe('a schedule', () => {
  it('is described in both languages with its next time', () => {
    expect(cronWords('0 8 * * 1-5', 'en')).toBe('At 08:00, Monday through Friday');
    expect(cronWords('0 8 * * 1-5', 'zh')).toContain('星期一');
    const from = new Date(2026, 10, 21, 9, 0);
    expect(cronNext('0 8 * * *', 3, from).map((moment) => new Date(moment).getDate())).toEqual([22, 23, 24]);
  });

  it('shows nothing for an invalid schedule', () => {
    expect(cronWords('0 8', 'en')).toBe('');
    expect(cronNext('99 8 * * *', 3)).toEqual([]);
  });

  it('is composed of five parts', () => {
    expect(splitCron('0 8 * *')).toEqual(['0', '8', '*', '*', '']);
    expect(joinCron(['0', '8', '*', '*', ''], 4, ' 1-5 ')).toBe('0 8 * * 1-5');
    expect(joinCron(['', '', '', '', ''], 0, '')).toBe('');
  });

  it('matches its format exactly if it can be parsed', () => {
    const format = FORMATS.cron!;
    for (const cron of [
      ...CRON_PRESETS.map((preset) => preset.cron),
      '0,30 8-18/2 * JAN-MAR MON',
      '5 0 31 12 7',
    ])
      expect([cron, format.test(cron), cronNext(cron, 1).length]).toEqual([cron, true, 1]);
    for (const cron of [
      '60 * * * *',
      '* 24 * * *',
      '* * 0 * *',
      '* * * 13 *',
      '* * * * 8',
      '* * * *',
      '',
      '* * * * * *',
    ])
      expect([cron, format.test(cron)]).toEqual([cron, false]);
  });
});

describe('a place', () => {
  it('is read and written as a pair, as an object, or in two fields', () => {
    expect(readPlace([120, 30])).toEqual([120, 30]);
    expect([undefined, '', '0', '121.470000', -0.5].map(degreeText)).toEqual(['', '', '0', '121.47', '-0.5']);
    expect(readPlace({ longitude: 120, latitude: 30 })).toEqual([120, 30]);
    expect(readPlace(120, 30)).toEqual([120, 30]);
    expect(writePlace({ type: 'array' }, [120, 30])).toEqual([120, 30]);
    expect(writePlace({ type: 'object' }, [120, 30])).toEqual({ longitude: 120, latitude: 30 });
    expect(writePlace({ type: 'array' }, [undefined, undefined])).toBeUndefined();
  });

  it('keeps a single entered coordinate', () => {
    expect(writePlace({ type: 'array' }, [undefined, 30])).toEqual([null, 30]);
    expect(placeText([null, 30])).toBe('');
  });

  it('reads north, south, east and west', () => {
    expect(placeText([121.4737, 31.2304])).toBe('31.2304° N, 121.4737° E');
    expect(placeText([-70, -33.5])).toBe('33.5° S, 70° W');
  });

  it('is found under the pointer at any zoom', () => {
    expect(viewPoint(WORLD, [0.5, 0.5])).toEqual([0, 15]);
    const under = viewPoint(WORLD, [0.8, 0.3]);
    const near = zoomView(WORLD, 0.25, { at: [0.8, 0.3] });
    expect(roundPoint(viewPoint(near, [0.8, 0.3]))).toEqual(roundPoint(under));
    expect(viewBoxOf({ center: [10, 0], span: 40 })).toBe('-10 -10 40 20');
    const [, top] = viewBoxOf({ center: [10, 60], span: 40 }).split(' ');
    expect(Number(top)).toBeCloseTo(-130);
  });

  it('never leaves the world', () => {
    expect(roundPoint([200, -100])).toEqual([180, -90]);
    expect(zoomView(WORLD, 10).span).toBe(360);
  });
});

describe('the address of a link', () => {
  it('is accepted as users write it, but only if it is safe', () => {
    expect(['https://a.cn/x', ' example.com/a ', 'a@example.com', 'tel:110'].map(readAddress)).toEqual([
      'https://a.cn/x',
      'https://example.com/a',
      'mailto:a@example.com',
      'tel:110',
    ]);
    expect(['javascript:alert(1)', 'two words.com', '', 'plain'].map(readAddress)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a region', () => {
  it('is stored in Chinese and shown in the language on screen', () => {
    expect(regionText('浙江省/杭州市', 'en')).toBe('Zhejiang / Hangzhou');
    expect(regionText('浙江省/杭州市', 'zh')).toBe('浙江省 / 杭州市');
    expect(regionText('Narnia', 'en')).toBe('Narnia');
  });

  it('is one of 34 provinces, each city once', () => {
    const provinces = regionOptions('en');
    expect(provinces).toHaveLength(34);
    const cities = provinces.flatMap(({ value, children }) =>
      (children ?? []).map((city) => `${value}/${city.value}`),
    );
    expect(new Set(cities).size).toBe(cities.length);
    expect(cities.length).toBeGreaterThan(330);
  });
});

describe('a stored file', () => {
  const address = `/admin/sys-file/t1/${'a'.repeat(32)}.pdf`;

  it('has its name after its address, and matches its format', () => {
    const value = fileValue(address, "合同 'v2' #1.pdf");
    expect(fileAddress(value)).toBe(address);
    expect(fileName(value)).toBe("合同 'v2' #1.pdf");
    expect(FORMATS.file!.test(value)).toBe(true);
    expect(valueText({ type: 'string', format: 'file' }, value, {}, 'en')).toBe("合同 'v2' #1.pdf");
  });

  it('is not a link if the address is foreign', () => {
    for (const hostile of [
      'javascript:alert(1)',
      'https://evil.example/x',
      '//evil.example',
      '/admin/sys-file/../x',
    ]) {
      expect(fileAddress(hostile)).toBeNull();
      expect(FORMATS.file!.test(hostile)).toBe(false);
    }
  });

  it('is limited only in size and length of name; a picture must be one', async () => {
    expect(await uploadProblem(new File(['x'], 'a.pdf'), 'file')).toBeNull();
    expect(await uploadProblem(new File(['x'], 'a.png'), 'image')).toEqual({ key: 'form.imageOnly' });
    expect((await uploadProblem(new File(['x'], `${'n'.repeat(201)}.pdf`), 'file'))?.key).toBe(
      'form.fileNameTooLong',
    );
  });

  it('is one of at most thirty (V047)', () => {
    expect([filesLimit(undefined), filesLimit(5), filesLimit(100)]).toEqual([30, 5, 30]);
  });
});

describe('formatted text', () => {
  it('has no attributes of the editor', () => {
    expect(
      readEnteredHtml(
        '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>a&nbsp;b</li></ol>',
      ),
    ).toBe('<ol><li data-list="bullet">a b</li></ol>');
    expect(readEnteredHtml('<p><br></p>')).toBe('');
    expect(readEnteredHtml('<p> </p><p><br></p>')).toBe('');
  });

  it('is a plain text in a single line', () => {
    const html = '<p>a &lt;b&gt;</p><script>x</script><ol><li>c</li></ol>';
    expect(valueText({ type: 'string', format: 'html' }, html, {}, 'en')).toBe('a <b> xc');
  });
});

it('a list of parts follows the order of their definition, with separators', () => {
  const title = (en: string, zh: string) => ({ title: { en, zh } });
  const blocks: Field = {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        start: { type: 'string', ...title('From', '开始') },
        end: { type: 'string', ...title('To', '结束') },
      },
    },
  };
  const stored = [
    { end: '07:00', start: '00:00' },
    { end: '24:00', start: '07:00' },
  ];
  expect(valueText(blocks, stored, {}, 'en')).toBe('From: 00:00, To: 07:00; From: 07:00, To: 24:00');
  expect(valueText(blocks, stored, {}, 'zh')).toBe('开始：00:00，结束：07:00；开始：07:00，结束：24:00');
});

describe('JSON', () => {
  it('is a value once it is valid, and the entered text until then', () => {
    expect(readEnteredJson('{"a": 1}')).toEqual({ a: 1 });
    expect(readEnteredJson('{"a":')).toBe('{"a":');
    expect(readEnteredJson('5')).toBe('5');
    expect(readEnteredJson('  ')).toBeUndefined();
    expect(showJson({ a: 1 })).toBe('{\n  "a": 1\n}');
    expect(showJson('{"a":')).toBe('{"a":');
  });
});

describe('an amount', () => {
  const price = { type: 'string', format: 'money' } as const;

  it('shows a measured place, and a figure with its own decimals', () => {
    const degrees = { type: 'number', 'x-unit': '°', 'x-decimals': 6 } as const;
    expect(valueText(degrees, 89.19, {}, 'en')).toBe('89.19°');
    expect(valueText(degrees, 120.721234, {}, 'en')).toBe('120.721234°');
    expect(valueText({ ...degrees, 'x-unit': 'kW', 'x-decimals': 2 }, 5, {}, 'en')).toBe('5.00 kW');
  });

  it('has the currency label that is first in the dictionary', () => {
    const entries = [{ value: 'CNY', title: { zh: '¥', en: 'CNY' } }];
    const currency = { name: 'currency', title: { zh: '', en: '' }, entries };
    expect(valueText(price, '1234.5', { currency }, 'en')).toBe('CNY 1,234.50');
    expect(valueText(price, '1234.5', { currency }, 'zh')).toBe('¥ 1,234.50');
    expect(valueText(price, '1234.5', {}, 'en')).toBe('RM 1,234.50');
  });
});

describe('a formula', () => {
  it('inserts a variable at the cursor, in place of the selection', () => {
    expect(insertFormula('', 'A-1', 0)).toBe('[A-1]');
    expect(insertFormula('2 *', 'a]b', 3)).toBe('2 * [a]]b]');
    expect(insertFormula('max(x, 1)', 'A', 4, 5)).toBe('max([A], 1)');
  });

  it('shows its error with the place, and none when it is empty', () => {
    expect(readFormula(' ')).toEqual({ problem: null, variables: [], formula: null });
    expect(readFormula('[A] * [B]').variables).toEqual(['A', 'B']);
    expect(readFormula('[A] *').problem).toMatchObject({ at: 5 });
  });

  it('shows its current value, from known and recent values', () => {
    const reading = (sn: string, data: number | string | null, stale = false) =>
      [sn, { sn, data, unit: 'kW', decimals: 2, ts: null, stale }] as const;
    const now = (text: string) =>
      formulaNow(
        readFormula(text).formula!,
        new Map([reading('A', 6), reading('B', 1.5), reading('old', 3, true), reading('text', 'idle')]),
      );
    expect(['[A] * [B]', 'if([A] > 5, [B], 0)'].map(now)).toEqual([9, 1.5]);
    expect(['[A] + [old]', '[A] + [text]', '[A] + [nobody]', '[A] / 0'].map(now)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});
