import { describe, expect, it } from 'vitest';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { pageRegistry } from '../../../../runtime/core/definitions/pages.ts';
import '../../../../runtime/core/definitions/builtPages.ts';
import { bytesText } from '../../../../runtime/kit/parts/fileSize.ts';
import { timeAgo } from '../../../../runtime/kit/parts/timeAgo.ts';
import { listRecordPage, readRecordId, recordPageOf } from '../../../../runtime/kit/session/recordPages.ts';
import {
  mentionParts,
  mentionsText,
  peopleApart,
  storeMentions,
} from '../../../../runtime/record/activity/mentions.ts';
import { readGroup } from '../../../../runtime/record/query/group.ts';
import { relatedAddress, relatedFields, relatedFilter } from '../../../../runtime/record/screen/related.ts';
import { cleanComment, readMentions } from '../../../../server/engine/records/comments.ts';

describe('mentions', () => {
  const people = [
    { id: 1, name: 'Li' },
    { id: 2, name: 'Li Wei' },
    { id: 3, name: '张三' },
  ];

  it('are stored by id, longer names first, and read back as names', () => {
    const typed = '@Li Wei and @Li, please ask @张三！ mail a@b.cn';
    const stored = storeMentions(typed, people);
    expect(stored).toBe('@[2] and @[1], please ask @[3]！ mail a@b.cn');
    expect(mentionsText(stored, people)).toBe(typed);
    expect(readMentions(stored)).toEqual([2, 1, 3]);
  });

  it('distinguish people of the same name', () => {
    const same = [...people, { id: 4, name: 'Li' }];
    expect(peopleApart(same).map(({ name }) => name)).toEqual(['Li(1)', 'Li Wei', '张三', 'Li(4)']);
  });

  it('of a user who left are shown without a name, and markup remains text', () => {
    expect(mentionParts('<b>@[9]</b>', people)).toEqual(['<b>', { id: 9, name: '?' }, '</b>']);
  });
});

it('a comment is stored without control and direction characters, but with its lines', () => {
  expect(cleanComment('  a\u0000\u001b[31m\r\nb\u202e\n\n\n\nc\t ')).toBe('a[31m\nb\n\nc');
});

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 kB'],
  [1_572_864, '1.5 MB'],
  [52_428_800, '50 MB'],
])('%i bytes read %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));

it.each([
  [5, 'just now', '刚刚'],
  [61, '1 minute ago', '1分钟前'],
  [2 * 3600, '2 hours ago', '2小时前'],
  [26 * 3600, 'yesterday', '昨天'],
  [3 * 86_400, '3 days ago', '3天前'],
])('%i seconds ago read %s', (seconds, en, zh) => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const at = new Date(now - seconds * 1000).toISOString();
  expect([timeAgo(at, now, 'en'), timeAgo(at, now, 'zh')]).toEqual([en, zh]);
});

it('a time more than a week ago is shown as its day', () => {
  expect(timeAgo('2026-01-02T12:00:00Z', Date.parse('2026-02-02T12:00:00Z'), 'en')).toBe('2026-01-02');
});

describe('the uses of a record', () => {
  const fields = relatedFields({ name: 'station' }, entityRegistry.all());

  it('follows from the references of all definitions', () => {
    expect(fields.map(({ entity, name, key }) => [entity.name, name, key])).toContainEqual([
      'device',
      'stationSn',
      'sn',
    ]);
    expect(relatedFields({ name: 'nothing' }, entityRegistry.all())).toEqual([]);
    // Records that have their own tab are not listed a second time.
    const { name, field } = { name: fields[0]!.entity.name, field: fields[0]!.name };
    const tabbed = { name: 'station', detail: { tabs: [{ of: name, by: field }] } };
    expect(relatedFields(tabbed, entityRegistry.all())).toHaveLength(fields.length - 1);
  });

  it('link to the list with just these rows', () => {
    const device = fields.find(({ entity }) => entity.name === 'device')!;
    expect(relatedFilter(device, 'S1')).toBe('{"and":[{"field":"stationSn","op":"in","value":["S1"]}]}');
    const page = pageRegistry.all().find((one) => one.entity === 'device' && one.kind === 'list')!;
    expect(relatedAddress(page, device, 'S1')).toBe(`${page.route}?f.stationSn=S1`);
    const people = pageRegistry.all().find((one) => one.entity === 'user' && one.kind === 'list')!;
    const roles = relatedFields({ name: 'role' }, entityRegistry.all()).find(({ name }) => name === 'roles')!;
    expect(relatedAddress(people, roles, 3)).toBe(`${people.route}?f.roles=3`);
    expect(relatedFilter(roles, 3)).toBe('{"and":[{"field":"roles","op":"in","value":[3]}]}');
  });

  it('link to these rows even if the list has no filter for them', () => {
    const pages = pageRegistry.all().filter(({ kind }) => kind === 'list');
    const unfiltered = ['station', 'device', 'dept', 'role', 'user', 'alarmType']
      .flatMap((name) => relatedFields({ name }, entityRegistry.all()))
      .filter(({ entity, name }) => !entity.list.filters?.includes(name));
    const shown = unfiltered.flatMap((related) => {
      const page = pages.find(({ entity }) => entity === related.entity.name);
      return page ? [{ page, related }] : [];
    });
    expect(shown.length).toBeGreaterThan(0);
    for (const { page, related } of shown) {
      const { searchParams } = new URL(relatedAddress(page, related, 7), 'http://x');
      const nodes = [{ field: related.name, op: 'in', value: [7] }];
      expect(readGroup(related.entity, searchParams.get('filter'))).toEqual({ join: 'and', nodes });
    }
  });
});

describe('the page of a record', () => {
  const customers = pageRegistry.get('CustomersManagement')!;

  it('is below every list and has the way back', () => {
    const page = recordPageOf(customers)!;
    expect(page).toMatchObject({ route: `${customers.route}/:recordId`, kind: 'detail', entity: 'customer' });
    expect(listRecordPage(page)).toBe(customers.route);
    expect(recordPageOf(pageRegistry.get('Mine') ?? { ...customers, kind: 'custom' })).toBeNull();
  });

  it('reads its record from the address', () => {
    expect(readRecordId('/main/appliance/customer/12')).toBe(12);
    expect(readRecordId('/main/appliance/customer/12a')).toBe(0);
  });
});
