import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../../generated/formats.ts';
import { CRON_PRESETS, cron_join, cron_split } from '../../../runtime/form/controls/cron/cronParts.ts';
import { cron_next, cron_words } from '../../../runtime/form/controls/cron/cronWords.ts';
import { duration_join, duration_split } from '../../../runtime/form/controls/durationParts.ts';
import { upload_problem } from '../../../runtime/form/controls/files/uploadRules.ts';
import { files_limit } from '../../../runtime/form/controls/files/useUpload.ts';
import {
  formula_insert,
  formula_now,
  formula_read,
} from '../../../runtime/form/controls/formula/formulaText.ts';
import { json_entered, json_shown } from '../../../runtime/form/controls/json/jsonText.ts';
import {
  point_round,
  view_box,
  view_point,
  view_zoom,
  WORLD,
} from '../../../runtime/form/controls/map/mapView.ts';
import {
  degree_text,
  place_read,
  place_text,
  place_write,
} from '../../../runtime/form/controls/map/place.ts';
import { region_options, region_text } from '../../../runtime/form/controls/region/region.ts';
import { html_entered } from '../../../runtime/form/controls/richText/entered.ts';
import { address_read } from '../../../runtime/form/controls/richText/richLink.ts';
import { file_address, file_name, file_value } from '../../../runtime/form/fileValue.ts';
import { value_text } from '../../../runtime/form/shown/valueText.ts';

describe('a duration', () => {
  it('is entered in hours, minutes and seconds and kept in seconds', () => {
    expect(duration_split(3_725)).toEqual({ hours: 1, minutes: 2, seconds: 5 });
    expect(duration_join({ hours: 1, minutes: 2, seconds: 5 })).toBe(3_725);
    expect(duration_join({ minutes: 90 })).toBe(5_400);
  });

  it('is nothing when nothing is entered', () => {
    expect(duration_split(undefined)).toEqual({});
    expect(duration_join({})).toBeUndefined();
    expect(duration_join({ seconds: 0 })).toBe(0);
  });
});

describe('a schedule', () => {
  it('says itself in both languages and when it comes next', () => {
    expect(cron_words('0 8 * * 1-5', 'en')).toBe('At 08:00, Monday through Friday');
    expect(cron_words('0 8 * * 1-5', 'zh')).toContain('星期一');
    const from = new Date(2026, 10, 21, 9, 0);
    expect(cron_next('0 8 * * *', 3, from).map((moment) => new Date(moment).getDate())).toEqual([22, 23, 24]);
  });

  it('is silent about what is no schedule', () => {
    expect(cron_words('0 8', 'en')).toBe('');
    expect(cron_next('99 8 * * *', 3)).toEqual([]);
  });

  it('is put together from five parts', () => {
    expect(cron_split('0 8 * *')).toEqual(['0', '8', '*', '*', '']);
    expect(cron_join(['0', '8', '*', '*', ''], 4, ' 1-5 ')).toBe('0 8 * * 1-5');
    expect(cron_join(['', '', '', '', ''], 0, '')).toBe('');
  });

  it('matches its format exactly where a computer understands it', () => {
    const format = FORMATS.cron!;
    for (const cron of [
      ...CRON_PRESETS.map((preset) => preset.cron),
      '0,30 8-18/2 * JAN-MAR MON',
      '5 0 31 12 7',
    ])
      expect([cron, format.test(cron), cron_next(cron, 1).length]).toEqual([cron, true, 1]);
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
    expect(place_read([120, 30])).toEqual([120, 30]);
    expect([undefined, '', '0', '121.470000', -0.5].map(degree_text)).toEqual([
      '',
      '',
      '0',
      '121.47',
      '-0.5',
    ]);
    expect(place_read({ longitude: 120, latitude: 30 })).toEqual([120, 30]);
    expect(place_read(120, 30)).toEqual([120, 30]);
    expect(place_write({ type: 'array' }, [120, 30])).toEqual([120, 30]);
    expect(place_write({ type: 'object' }, [120, 30])).toEqual({ longitude: 120, latitude: 30 });
    expect(place_write({ type: 'array' }, [undefined, undefined])).toBeUndefined();
  });

  it('keeps the half that is entered', () => {
    expect(place_write({ type: 'array' }, [undefined, 30])).toEqual([null, 30]);
    expect(place_text([null, 30])).toBe('');
  });

  it('reads north, south, east and west', () => {
    expect(place_text([121.4737, 31.2304])).toBe('31.2304° N, 121.4737° E');
    expect(place_text([-70, -33.5])).toBe('33.5° S, 70° W');
  });

  it('is found under the pointer, however far the map is magnified', () => {
    expect(view_point(WORLD, [0.5, 0.5])).toEqual([0, 15]);
    const under = view_point(WORLD, [0.8, 0.3]);
    const near = view_zoom(WORLD, 0.25, { at: [0.8, 0.3] });
    expect(point_round(view_point(near, [0.8, 0.3]))).toEqual(point_round(under));
    expect(view_box({ center: [10, 0], span: 40 })).toBe('-10 -10 40 20');
    const [, top] = view_box({ center: [10, 60], span: 40 }).split(' ');
    expect(Number(top)).toBeCloseTo(-130);
  });

  it('never leaves the world', () => {
    expect(point_round([200, -100])).toEqual([180, -90]);
    expect(view_zoom(WORLD, 10).span).toBe(360);
  });
});

describe('the address of a link', () => {
  it('is taken as people write it, and only where it leads out safely', () => {
    expect(['https://a.cn/x', ' example.com/a ', 'a@example.com', 'tel:110'].map(address_read)).toEqual([
      'https://a.cn/x',
      'https://example.com/a',
      'mailto:a@example.com',
      'tel:110',
    ]);
    expect(['javascript:alert(1)', 'two words.com', '', 'plain'].map(address_read)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('a region', () => {
  it('is kept in Chinese and shown in the language on screen', () => {
    expect(region_text('浙江省/杭州市', 'en')).toBe('Zhejiang / Hangzhou');
    expect(region_text('浙江省/杭州市', 'zh')).toBe('浙江省 / 杭州市');
    expect(region_text('Narnia', 'en')).toBe('Narnia');
  });

  it('is one of 34 provinces, each city once', () => {
    const provinces = region_options('en');
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

  it('keeps its name behind its address, and matches its format', () => {
    const value = file_value(address, "合同 'v2' #1.pdf");
    expect(file_address(value)).toBe(address);
    expect(file_name(value)).toBe("合同 'v2' #1.pdf");
    expect(FORMATS.file!.test(value)).toBe(true);
    expect(value_text({ type: 'string', format: 'file' }, value, {}, 'en')).toBe("合同 'v2' #1.pdf");
  });

  it('is no link when it is not ours', () => {
    for (const hostile of [
      'javascript:alert(1)',
      'https://evil.example/x',
      '//evil.example',
      '/admin/sys-file/../x',
    ]) {
      expect(file_address(hostile)).toBeNull();
      expect(FORMATS.file!.test(hostile)).toBe(false);
    }
  });

  it('may be anything but too large or too long a name; a picture must be one', async () => {
    expect(await upload_problem(new File(['x'], 'a.pdf'), 'file')).toBeNull();
    expect(await upload_problem(new File(['x'], 'a.png'), 'image')).toEqual({ key: 'form.imageOnly' });
    expect((await upload_problem(new File(['x'], `${'n'.repeat(201)}.pdf`), 'file'))?.key).toBe(
      'form.fileNameTooLong',
    );
  });

  it('comes in at most thirty (V047)', () => {
    expect([files_limit(undefined), files_limit(5), files_limit(100)]).toEqual([30, 5, 30]);
  });
});

describe('formatted text', () => {
  it('has none of the marks of the editor', () => {
    expect(
      html_entered(
        '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>a&nbsp;b</li></ol>',
      ),
    ).toBe('<ol><li data-list="bullet">a b</li></ol>');
    expect(html_entered('<p><br></p>')).toBe('');
    expect(html_entered('<p> </p><p><br></p>')).toBe('');
  });

  it('is words only where there is one line', () => {
    const html = '<p>a &lt;b&gt;</p><script>x</script><ol><li>c</li></ol>';
    expect(value_text({ type: 'string', format: 'html' }, html, {}, 'en')).toBe('a <b> xc');
  });
});

describe('JSON', () => {
  it('is a value once it is one, and what was typed until then', () => {
    expect(json_entered('{"a": 1}')).toEqual({ a: 1 });
    expect(json_entered('{"a":')).toBe('{"a":');
    expect(json_entered('5')).toBe('5');
    expect(json_entered('  ')).toBeUndefined();
    expect(json_shown({ a: 1 })).toBe('{\n  "a": 1\n}');
    expect(json_shown('{"a":')).toBe('{"a":');
  });
});

describe('an amount', () => {
  const price = { type: 'string', format: 'money' } as const;

  it('shows of a place what was measured, and of a figure the decimals that it has', () => {
    const degrees = { type: 'number', 'x-unit': '°', 'x-decimals': 6 } as const;
    expect(value_text(degrees, 89.19, {}, 'en')).toBe('89.19°');
    expect(value_text(degrees, 120.721234, {}, 'en')).toBe('120.721234°');
    expect(value_text({ ...degrees, 'x-unit': 'kW', 'x-decimals': 2 }, 5, {}, 'en')).toBe('5.00 kW');
  });

  it('stands behind the label that the dictionary of currencies names first', () => {
    const entries = [{ value: 'CNY', title: { zh: '¥', en: 'CNY' } }];
    const currency = { name: 'currency', title: { zh: '', en: '' }, entries };
    expect(value_text(price, '1234.5', { currency }, 'en')).toBe('CNY 1,234.50');
    expect(value_text(price, '1234.5', { currency }, 'zh')).toBe('¥ 1,234.50');
    expect(value_text(price, '1234.5', {}, 'en')).toBe('RM 1,234.50');
  });
});

describe('a formula', () => {
  it('takes a variable where the cursor is, in place of what is selected', () => {
    expect(formula_insert('', 'A-1', 0)).toBe('[A-1]');
    expect(formula_insert('2 *', 'a]b', 3)).toBe('2 * [a]]b]');
    expect(formula_insert('max(x, 1)', 'A', 4, 5)).toBe('max([A], 1)');
  });

  it('is told what is wrong with it and where, and nothing when it is empty', () => {
    expect(formula_read(' ')).toEqual({ problem: null, variables: [], formula: null });
    expect(formula_read('[A] * [B]').variables).toEqual(['A', 'B']);
    expect(formula_read('[A] *').problem).toMatchObject({ at: 5 });
  });

  it('says what it is now, of values that are known and not too old', () => {
    const reading = (sn: string, data: number | string | null, stale = false) =>
      [sn, { sn, data, unit: 'kW', decimals: 2, ts: null, stale }] as const;
    const now = (text: string) =>
      formula_now(
        formula_read(text).formula!,
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
