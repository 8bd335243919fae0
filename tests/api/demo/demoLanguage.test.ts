/** The demo uses the language that it was started with, for names, texts and rules, in every tenant. */
import { expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { DEMO_MS } from '../../support/server/run/templates.ts';
import { login, startServer } from '../../support/server/server.ts';

const HAN = /\p{Script=Han}/u;

/** All texts that the demo writes. The last ones are created after the first start. */
const WRITTEN = {
  station: ['name', 'address'],
  device: ['name'],
  device_variable: ['name', 'states'],
  alarm_generater: ['name', 'info'],
  alarm_task: ['name', 'handler', 'remark'],
  contribution_factor: ['source'],
  alarm_type: ['name', 'remark'],
  alarm_suppression: ['name', 'reason'],
  alarm_escalation: ['name'],
  notification_channel: ['name'],
  notification_template: ['name'],
  site_worksheet: ['name', 'content', 'result'],
  energy_label: ['name'],
  ipc: ['name', 'place'],
  ipc_group: ['name'],
  sys_tree_dic: ['name'],
  board: ['name', 'folder'],
  customer: ['name', 'city'],
  dept: ['name'],
  '"user"': ['name', 'job_title'],
  leave: ['subject'],
  approval_request: ['record_label'],
  approval_action: ['comment'],
  tender: ['name', 'issuer'],
  tender_file: ['name'],
  execute_site: ['name'],
  quality_check: ['name'],
  technical_support: ['title'],
} as const;

it('is completely in English if English is requested', async () => {
  const server = await startServer({ demo: true, fresh: true, env: { WATTDECK_DEMO: 'en' } });
  try {
    const strange: string[] = [];
    for (const [table, columns] of Object.entries(WRITTEN))
      for (const column of columns) {
        const read = () =>
          runSql<{ text: string | null }>(server, `select ${column}::text as text from ${table}`);
        await expect
          .poll(async () => (await read()).some(({ text }) => text), {
            ...{ interval: 500, timeout: DEMO_MS },
            message: `${table}.${column} says nothing`,
          })
          .toBe(true);
        const rows = await read();
        strange.push(
          ...rows.flatMap(({ text }) => (text && HAN.test(text) ? `${table}.${column}: ${text}` : [])),
        );
      }
    expect(strange).toEqual([]);
    // Alarms of a rule without a text of its own would have both languages.
    expect(await runSql(server, 'select name from alarm_generater where info is null')).toEqual([]);
    // The board shows a built-in source in the reader's language.
    const client = await login(server);
    const query = { role: 'pv', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const readText = async (lang: string) => {
      const input = { path: { stationSn: 'SZ01' }, query, headers: { 'accept-language': lang } };
      return (await client.request('socialContribution', input)).text();
    };
    expect(await readText('en')).toContain('Ministry of Ecology and Environment');
    expect(await readText('zh')).toContain('生态环境部');
    // A task without a due time is missing from lists by urgency.
    expect(await runSql(server, 'select name from alarm_task where due_time is null')).toEqual([]);
    // Colleagues never sign in and choose a language, so they must get the demo's one.
    const foreign =
      "select username from user_account where lang is distinct from 'en' and username like '%.%'";
    expect(await runSql(server, foreign)).toEqual([]);
  } finally {
    await server.stop();
  }
});
