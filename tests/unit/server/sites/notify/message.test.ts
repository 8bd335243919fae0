import { describe, expect, it } from 'vitest';
import type { Lang } from '../../../../../runtime/core/text/lang.ts';
import {
  type AlarmFacts,
  fillTemplate,
  makeMessage,
  placesOf,
  webhookBody,
} from '../../../../../server/sites/notify/message.ts';

const alarm: AlarmFacts = {
  id: 7,
  info: 'Cell 1 {level} 51 °C',
  level: 'critical',
  status: 1,
  reportTime: '2026-07-06T08:00:00.000Z',
  recoverTime: null,
  checker: null,
  stationSn: 'ST1',
  stationName: 'Harbour',
  deviceSn: 'D1',
  deviceName: 'Cell 1',
  variableName: 'Temperature',
  value: '51',
  unit: '°C',
  rule: 'Too hot',
  zone: 'Europe/Berlin',
};
const AT = { now: Date.parse('2026-07-06T08:12:00Z'), publicUrl: 'https://energy.example' };

describe('a message', () => {
  it("is in the reader's language, in the station's time zone", () => {
    const en = makeMessage(null, 'en', placesOf('escalation', alarm, 'en', AT));
    expect(en.subject).toBe('Escalation [Critical] Harbour: Cell 1 {level} 51 °C');
    expect(en.body).toContain('Reported: 2026-07-06 10:00:00 (Europe/Berlin)');
    expect(en.body).toContain('Lasting: 12 min');
    expect(en.body).toContain('https://energy.example/main/ems/map/warning/record');
    const zh = makeMessage(null, 'zh', placesOf('alarm', alarm, 'zh', AT));
    expect(zh.subject).toBe('告警【紧急】Harbour:Cell 1 {level} 51 °C');
  });

  it('reports at once the end of an alarm that was not notified before', () => {
    const over = { ...alarm, recoverTime: '2026-07-06T08:01:00.000Z' };
    const subject = (lang: Lang) => makeMessage(null, lang, placesOf('alarm', over, lang, AT)).subject;
    expect(subject('en')).toBe('Alarm (recovered) [Critical] Harbour: Cell 1 {level} 51 °C');
    expect(subject('zh')).toBe('告警（已恢复）【紧急】Harbour:Cell 1 {level} 51 °C');
  });

  it('interpolates its own template once, and keeps unknown placeholders', () => {
    const template = {
      subjectZh: '{rule}',
      bodyZh: '',
      subjectEn: '{rule}: {value} {unit} {constructor}',
      bodyEn: '{info}',
    };
    const { subject, body } = makeMessage(template, 'en', placesOf('alarm', alarm, 'en', AT));
    expect(subject).toBe('Too hot: 51 °C {constructor}');
    expect(body).toBe('Cell 1 {level} 51 °C');
    expect(fillTemplate('{__proto__}{a}', { a: '{b}', b: 'x' })).toBe('{__proto__}{b}');
  });

  it('keeps its subject in one line, whatever the name of a device', () => {
    const places = placesOf('alarm', { ...alarm, info: 'hot\r\nBcc: a@b.c\u0000' }, 'en', AT);
    expect(makeMessage(null, 'en', places).subject).toBe('Alarm [Critical] Harbour: hot Bcc: a@b.c');
  });
});

describe('the body of a webhook', () => {
  it('is JSON with the facts and the text', () => {
    const body = JSON.parse(
      webhookBody('ended', { ...alarm, status: 0 }, { subject: 's', body: 'b' }, AT.now),
    );
    expect(body).toMatchObject({
      event: 'ended',
      at: '2026-07-06T08:12:00.000Z',
      subject: 's',
      text: 'b',
      alarm: { id: 7, level: 'critical', open: false, stationSn: 'ST1', value: '51', rule: 'Too hot' },
    });
  });
});
