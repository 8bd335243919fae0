import { describe, expect, it } from 'vitest';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { pageRegistry } from '../../../runtime/core/definitions/pages.ts';
import { group_read } from '../../../runtime/list/filter/group.ts';
import { recordId_read, recordPage_list, recordPage_of } from '../../../runtime/page/recordPages.ts';
import { bytes_text } from '../../../runtime/record/fileSize.ts';
import {
  mention_parts,
  mentions_store,
  mentions_text,
  people_apart,
} from '../../../runtime/record/mentions.ts';
import { related_address, related_fields, related_filter } from '../../../runtime/record/related.ts';
import { time_ago } from '../../../runtime/record/timeAgo.ts';
import { comment_clean, mentions_read } from '../../../server/records/comments.ts';

describe('mentions', () => {
  const people = [
    { id: 1, name: 'Li' },
    { id: 2, name: 'Li Wei' },
    { id: 3, name: '张三' },
  ];

  it('are kept by id, the longer name first, and read back as names', () => {
    const typed = '@Li Wei and @Li, please ask @张三！ mail a@b.cn';
    const stored = mentions_store(typed, people);
    expect(stored).toBe('@[2] and @[1], please ask @[3]！ mail a@b.cn');
    expect(mentions_text(stored, people)).toBe(typed);
    expect(mentions_read(stored)).toEqual([2, 1, 3]);
  });

  it('tell people of the same name apart', () => {
    const same = [...people, { id: 4, name: 'Li' }];
    expect(people_apart(same).map(({ name }) => name)).toEqual(['Li(1)', 'Li Wei', '张三', 'Li(4)']);
  });

  it('of somebody who left are shown as nobody, and text that looks like markup stays text', () => {
    expect(mention_parts('<b>@[9]</b>', people)).toEqual(['<b>', { id: 9, name: '?' }, '</b>']);
  });
});

it('a comment is kept without control and direction characters, but with its lines', () => {
  expect(comment_clean('  a\u0000\u001b[31m\r\nb\u202e\n\n\n\nc\t ')).toBe('a[31m\nb\n\nc');
});

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 kB'],
  [1_572_864, '1.5 MB'],
  [52_428_800, '50 MB'],
])('%i bytes read %s', (bytes, text) => expect(bytes_text(bytes)).toBe(text));

it.each([
  [5, 'just now', '刚刚'],
  [61, '1 minute ago', '1分钟前'],
  [2 * 3600, '2 hours ago', '2小时前'],
  [26 * 3600, 'yesterday', '昨天'],
  [3 * 86_400, '3 days ago', '3天前'],
])('%i seconds ago read %s', (seconds, en, zh) => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const at = new Date(now - seconds * 1000).toISOString();
  expect([time_ago(at, now, 'en'), time_ago(at, now, 'zh')]).toEqual([en, zh]);
});

it('something older than a week is told by its day', () => {
  expect(time_ago('2026-01-02T12:00:00Z', Date.parse('2026-02-02T12:00:00Z'), 'en')).toBe('2026-01-02');
});

describe('where a record is used', () => {
  const fields = related_fields('station', entityRegistry.all());

  it('follows from the references of all definitions', () => {
    expect(fields.map(({ entity, name, key }) => [entity.name, name, key])).toContainEqual([
      'device',
      'stationSn',
      'sn',
    ]);
    expect(related_fields('nothing', entityRegistry.all())).toEqual([]);
  });

  it('leads to the list with just these rows', () => {
    const device = fields.find(({ entity }) => entity.name === 'device')!;
    expect(related_filter(device, 'S1')).toBe('{"and":[{"field":"stationSn","op":"in","value":["S1"]}]}');
    const page = pageRegistry.all().find((one) => one.entity === 'device' && one.kind === 'list')!;
    expect(related_address(page, device, 'S1')).toBe(`${page.route}?f.stationSn=S1`);
    const people = pageRegistry.all().find((one) => one.entity === 'user' && one.kind === 'list')!;
    const roles = related_fields('role', entityRegistry.all()).find(({ name }) => name === 'roles')!;
    expect(related_address(people, roles, 3)).toBe(`${people.route}?f.roles=3`);
    expect(related_filter(roles, 3)).toBe('{"and":[{"field":"roles","op":"in","value":[3]}]}');
  });

  it('leads to these rows also where the list has no filter of its own for them', () => {
    const pages = pageRegistry.all().filter(({ kind }) => kind === 'list');
    const unfiltered = ['station', 'device', 'dept', 'role', 'user', 'alarmType']
      .flatMap((name) => related_fields(name, entityRegistry.all()))
      .filter(({ entity, name }) => !entity.list.filters?.includes(name));
    const shown = unfiltered.flatMap((related) => {
      const page = pages.find(({ entity }) => entity === related.entity.name);
      return page ? [{ page, related }] : [];
    });
    expect(shown.length).toBeGreaterThan(0);
    for (const { page, related } of shown) {
      const { searchParams } = new URL(related_address(page, related, 7), 'http://x');
      const nodes = [{ field: related.name, op: 'in', value: [7] }];
      expect(group_read(related.entity, searchParams.get('filter'))).toEqual({ join: 'and', nodes });
    }
  });
});

describe('the page of a record', () => {
  const customers = pageRegistry.get('CustomersManagement')!;

  it('stands below every list and knows the way back', () => {
    const page = recordPage_of(customers)!;
    expect(page).toMatchObject({ route: `${customers.route}/:recordId`, kind: 'detail', entity: 'customer' });
    expect(recordPage_list(page)).toBe(customers.route);
    expect(recordPage_of(pageRegistry.get('Mine') ?? { ...customers, kind: 'custom' })).toBeNull();
  });

  it('reads its record from the address', () => {
    expect(recordId_read('/main/appliance/customer/12')).toBe(12);
    expect(recordId_read('/main/appliance/customer/12a')).toBe(0);
  });
});
