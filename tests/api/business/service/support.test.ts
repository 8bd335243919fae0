/**
 * Support requests are asked, reviewed, answered, used for a quote and rated (S9). Users also send feedback.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { makePerson, makeTenant, PASSWORD } from '../../../support/people/people.ts';
import { endQuietHours, limitAt, remindAt } from '../../../support/records/timePlans.ts';
import { login } from '../../../support/server/server.ts';

const DAY_MS = 86_400_000;
const MOST_A_DAY = 10;

const { server, operator: head, stranger } = serveOperators();

let seller: Client & { userId: number };
let engineer: Client & { userId: number };
let inquiryPersonId: number;

async function seat(role: string): Promise<Client & { userId: number }> {
  const { userId, username } = await makePerson(server, [head.tenantId], { role });
  return { ...(await login(server, username, PASSWORD)), userId };
}

beforeAll(async () => {
  [seller, engineer] = await Promise.all([seat('sales'), seat('engineering')]);
  const body = { userId: engineer.userId, name: 'Ada', tagList: ['batteries'] };
  inquiryPersonId = (await head.call('inquiryPersonCreate', { body })).id;
});

async function makeOrder(): Promise<number> {
  const { id: customerId } = await seller.call('customerCreate', {
    body: { name: `Customer ${crypto.randomUUID()}` },
  });
  const lines = [{ item: 'Cabinet', quantity: 1, price: '100.00', taxRate: 13 }];
  return (await seller.call('salesOrderCreate', { body: { name: 'Order', customerId, lines } })).id;
}

async function submit(more: object = {}): Promise<{ id: number }> {
  const body = { title: 'Cable length', description: 'How long may it be?', inquiryPersonId, ...more };
  return (await seller.call('submitSupport', { body }))!;
}

async function review(id: number, body: object): Promise<void> {
  await engineer.call('reviewSupport', { body: { id, ...body } });
}

async function makeAnswered(orderId: number): Promise<number> {
  const { id } = await submit({ orderId });
  await review(id, { result: 'review' });
  const { version } = await engineer.call('technicalSupportGet', { path: { id } });
  const budget = [
    { text: 'Cable', quantity: 2, unitCost: '120.50' },
    { text: 'Work', quantity: 1, unitCost: '300.00' },
  ];
  await engineer.call('technicalSupportUpdate', { body: { id, version, budget } });
  await review(id, { result: 'answer', answer: '80 m' });
  return id;
}

describe('a request', () => {
  it('is saved, submitted, reviewed and answered, and each side is notified once', async () => {
    const draft = await seller.call('saveSupport', { body: { title: 'Cooling', inquiryPersonId } });
    expect(draft).toMatchObject({ status: 'saved', requesterId: seller.userId });
    const { id, version } = draft;
    const whole = { id, version, title: 'Cooling', inquiryPersonId };
    const refused = await ask(seller, 'submitSupport', { body: whole });
    expect(refused).toMatchObject({ status: 409, msg: expect.stringContaining('Enter the description') });
    await seller.call('submitSupport', { body: { ...whole, description: 'Is water allowed?' } });
    const about = async (client: Client) =>
      (await client.call('supportNoticeList', {})).filter(({ supportId }) => supportId === id);
    expect(await about(engineer)).toMatchObject([{ text: 'Is water allowed?', readFlag: false }]);
    await review(id, { result: 'review' });
    expect(await about(seller)).toEqual([]);
    await review(id, { result: 'answer', answer: 'Yes' });
    expect(await about(seller)).toMatchObject([{ text: 'Yes', orderId: null }]);
    const read = await seller.call('technicalSupportGet', { path: { id } });
    expect(read).toMatchObject({ status: 'answered', answer: 'Yes', answererId: engineer.userId });
    expect((await ask(seller, 'cancelSupport', { query: { id } })).status).toBe(409);
    const late = { id, version: read.version, title: 'Other' };
    expect((await ask(seller, 'technicalSupportUpdate', { body: late })).status).toBe(409);
  });

  it('is rejected with a reason, or cancelled before it is reviewed', async () => {
    const [first, second] = await Promise.all([submit(), submit()]);
    const bare = await ask(engineer, 'reviewSupport', { body: { id: first.id, result: 'reject' } });
    expect(bare).toMatchObject({ status: 400, errors: [{ field: '/form/rejectReason' }] });
    await review(first.id, { result: 'reject', reason: 'Ask the maker' });
    expect(await seller.call('technicalSupportGet', { path: { id: first.id } })).toMatchObject({
      status: 'rejected',
      rejectReason: 'Ask the maker',
    });
    expect(await seller.call('cancelSupport', { query: { id: second.id } })).toMatchObject({
      status: 'cancelled',
    });
    const reviewed = await ask(engineer, 'reviewSupport', { body: { id: second.id, result: 'review' } });
    expect(reviewed.status).toBe(409);
  });

  it('is listed for its requester and for engineering only', async () => {
    const orderId = await makeOrder();
    const body = { title: 'Feedback', description: 'The drawing is wrong', orderId, inquiryPersonId };
    const { id } = (await seller.call('feedbackTechnicalSupport', { body }))!;
    const idsOf = async (client: Client) =>
      (await client.call('supportList', { query: { orderId } })).records.map((one) => one.id);
    const other = await seat('sales');
    expect(await idsOf(seller)).toEqual([id]);
    expect(await idsOf(engineer)).toEqual([id]);
    expect(await idsOf(other)).toEqual([]);
    expect((await stranger.call('supportList', {})).total).toBe(0);
    const details = await engineer.call('supportDetailList', {});
    expect(details.map((one) => one.id)).toContain(id);
    expect(await other.call('supportDetailList', {})).toEqual([]);
    expect((await ask(seller, 'reviewSupport', { body: { id, result: 'review' } })).status).toBe(403);
    expect((await ask(stranger, 'reviewSupport', { body: { id, result: 'review' } })).status).toBe(404);
    for (let twice = 0; twice < 2; twice += 1)
      expect(await seller.call('updateSupportRead', { query: { id } })).toMatchObject({ on: true });
  });
});

describe('the notices of a user', () => {
  it('are marked as read by this user alone, and paged', async () => {
    const { id } = await submit();
    const find = async () =>
      (await engineer.call('supportNoticeList', {})).find(({ supportId }) => supportId === id)!;
    const { id: noticeId } = await find();
    await engineer.call('setSupportReadFlag', { query: { noticeId, readFlag: true } });
    expect((await find()).readFlag).toBe(true);
    const unread = await engineer.call('supportNoticePages', { query: { readFlag: false, size: 100 } });
    expect(unread.records.map((one) => one.id)).not.toContain(noticeId);
    const strange = await ask(head, 'setSupportReadFlag', { query: { noticeId, readFlag: false } });
    expect(strange.status).toBe(404);
    expect((await find()).readFlag).toBe(true);
  });

  it('are deleted together, or none if one belongs to another user', async () => {
    const [one, two] = await Promise.all([submit(), submit()]);
    const theirs = await engineer.call('supportNoticeList', {});
    const ids = [one, two].map(({ id }) => theirs.find(({ supportId }) => supportId === id)!.id);
    const wrong = await ask(engineer, 'deleteSupportNotices', {
      query: { ids: [...ids, 999_999].join(',') },
    });
    expect(wrong.status).toBe(409);
    expect((await ask(engineer, 'supportNoticeGet', { path: { id: ids[0]! } })).status).toBe(200);
    await engineer.call('deleteSupportNotices', { query: { ids: ids.join(',') } });
    expect((await ask(engineer, 'supportNoticeGet', { path: { id: ids[0]! } })).status).toBe(404);
  });
});

describe('an answer', () => {
  it('is the quote basis of its order only, if its budget is answered', async () => {
    const orderId = await makeOrder();
    const [first, second] = [await makeAnswered(orderId), await makeAnswered(orderId)];
    const budget = () => seller.call('supportBudget', { query: { orderId } });
    expect(await budget()).toEqual([]);
    await seller.call('setSupportQuoteBasis', { query: { supportDetailId: first } });
    const lines = await budget();
    expect(lines.map(({ text, cost }) => [text, cost])).toEqual([
      ['Cable', '241.00'],
      ['Work', '300.00'],
    ]);
    await seller.call('setSupportQuoteBasis', { query: { supportDetailId: second } });
    expect(new Set((await budget()).map(({ supportId }) => supportId))).toEqual(new Set([second]));
    const { quoteBasis } = await seller.call('technicalSupportGet', { path: { id: first } });
    expect(quoteBasis).not.toBe(true);
    const { id: open } = await submit({ orderId });
    const early = await ask(seller, 'setSupportQuoteBasis', { query: { supportDetailId: open } });
    expect(early.status).toBe(409);
    const answered = await ask(seller, 'saveSupport', { body: { title: 'No', orderId, quoteBasis: true } });
    expect(answered).toMatchObject({ status: 400, errors: [{ field: '/quoteBasis' }] });
  });

  it('can be rated once, by the requester only', async () => {
    const orderId = await makeOrder();
    const supportDetailId = await makeAnswered(orderId);
    const survey = await seller.call('getSupportSurvey', { query: { supportDetailId } });
    const { title } = await seller.call('technicalSupportGet', { path: { id: supportDetailId } });
    expect(survey).toMatchObject({ state: 'open', toId: seller.userId, title });
    const rate = (client: Client, version: number) =>
      ask(client, 'recordTransition', {
        path: { entity: 'supportSurvey', id: survey.id },
        body: { name: 'answer', version, form: { speed: 5, quality: 4, contact: 4, text: 'Good' } },
      });
    expect((await rate(head, survey.version)).status).toBe(409);
    expect((await rate(seller, survey.version)).status).toBe(200);
    expect((await rate(seller, survey.version + 1)).status).toBe(409);
    const related = await engineer.call('getRelatedSupportSurveys', { query: { orderId } });
    expect(related).toMatchObject([{ id: survey.id, score: 4.33, text: 'Good' }]);
    const { totals } = await engineer.call('recordStatistic', {
      path: { name: 'supportSurveys' },
      query: { by: '' },
    });
    expect(totals[0]!.figures.rated).toBe(1);
  });

  it('reminds the requester of the rating once, three days after the answer', async () => {
    await endQuietHours(head);
    const supportDetailId = await makeAnswered(await makeOrder());
    const survey = await seller.call('getSupportSurvey', { query: { supportDetailId } });
    const reminders = async () =>
      (await seller.call('noticePage', { query: { kind: 'reminder', size: 100 } })).records.filter(
        ({ link }) => link?.endsWith(`/${survey.id}`),
      );
    const noon = Date.parse(`${survey.askedOn}T12:00:00Z`);
    await remindAt(server, noon + 2 * DAY_MS);
    expect(await reminders()).toEqual([]);
    for (const days of [3, 3, 4]) {
      const now = noon + days * DAY_MS;
      await Promise.all([remindAt(server, now), remindAt(server, now)]);
    }
    expect(await reminders()).toMatchObject([
      {
        text: { en: 'Rate the answer to your support request' },
        link: `/main/operation/support/surveys/${survey.id}`,
      },
    ]);
  });

  it('can be rated for 30 days', async () => {
    const supportDetailId = await makeAnswered(await makeOrder());
    const read = () => seller.call('getSupportSurvey', { query: { supportDetailId } });
    await limitAt(server, Date.now() + 29 * DAY_MS);
    expect((await read()).state).toBe('open');
    await limitAt(server, Date.now() + 31 * DAY_MS);
    expect((await read()).state).toBe('expired');
  });
});

describe('the calls of the records', () => {
  it('return, change and delete drafts, budget lines and notices', async () => {
    const draft = await seller.call('technicalSupportCreate', { body: { title: 'Draft' } });
    const page = await seller.call('technicalSupportPage', { query: { search: 'Draft' } });
    expect(page.records.map(({ id }) => id)).toEqual([draft.id]);
    await seller.call('technicalSupportDelete', { path: { id: draft.id } });

    const orderId = await makeOrder();
    const supportId = await makeAnswered(orderId);
    const filter = JSON.stringify({ and: [{ field: 'supportId', op: 'in', value: [supportId] }] });
    const lines = await engineer.call('supportBudgetLinePage', { query: { filter } });
    expect(lines.total).toBe(2);
    const line = await engineer.call('supportBudgetLineGet', { path: { id: lines.records[0]!.id } });
    expect(line).toMatchObject({ supportId });
    const { records: notices } = await seller.call('supportNoticePage', { query: { filter } });
    expect(notices).toMatchObject([{ text: '80 m', readFlag: false }]);
    const { id, version } = notices[0]!;
    const read = await seller.call('supportNoticeUpdate', { body: { id, version, readFlag: true } });
    const body = { id, version: read.version, text: 'other' };
    expect((await ask(seller, 'supportNoticeUpdate', { body })).status).toBe(400);
    await seller.call('supportNoticeDelete', { path: { id } });
    const { records: surveys } = await seller.call('supportSurveyPage', { query: { filter } });
    const survey = await seller.call('supportSurveyGet', { path: { id: surveys[0]!.id } });
    expect(survey).toMatchObject({ supportId, orderId, state: 'open' });
  });
});

describe('inquiry people', () => {
  it('belong to the tenant; a disabled one is not offered', async () => {
    expect((await stranger.call('inquiryPersonPage', {})).total).toBe(0);
    expect((await seller.call('inquiryPersonPage', {})).records).toMatchObject([
      { name: 'Ada', tagList: ['batteries'] },
    ]);
    const other = await seat('engineering');
    const body = { userId: other.userId, name: 'Bo', enabled: false };
    const off = await head.call('inquiryPersonCreate', { body });
    const refused = await ask(seller, 'saveSupport', { body: { title: 'Off', inquiryPersonId: off.id } });
    expect(refused).toMatchObject({
      status: 400,
      errors: [{ field: '/inquiryPersonId' }],
    });
    expect((await ask(seller, 'inquiryPersonCreate', { body })).status).toBe(403);
    const on = { id: off.id, version: off.version, enabled: true };
    await head.call('inquiryPersonUpdate', { body: on });
    const { enabled } = await seller.call('inquiryPersonGet', { path: { id: off.id } });
    expect(enabled).toBe(true);
    await head.call('inquiryPersonDelete', { path: { id: off.id } });
  });
});

describe('a company without inquiry people', () => {
  it('offers none, and sends requests to the engineering department', async () => {
    const tenantId = await makeTenant(server);
    const enter = async (role: string) => {
      const { username } = await makePerson(server, [tenantId], { role });
      return login(server, username, PASSWORD);
    };
    const [applicant, answering] = [await enter('sales'), await enter('engineering')];
    expect(await applicant.call('inquiryPersonPage', {})).toMatchObject({ total: 0, records: [] });
    const strange = { title: 'Fuse', description: 'Which fuse?', inquiryPersonId };
    const refused = await ask(applicant, 'submitSupport', { body: strange });
    expect(refused).toMatchObject({ status: 400, errors: [{ field: '/inquiryPersonId' }] });
    const { id } = (await applicant.call('submitSupport', {
      body: { title: 'Fuse', description: 'Which fuse?' },
    }))!;
    const notices = await answering.call('noticePage', {});
    expect(notices.records.map(({ text }) => text.en)).toContainEqual(
      expect.stringContaining('submitted the support request “Fuse”'),
    );
    await answering.call('reviewSupport', { body: { id, result: 'review' } });
    await answering.call('reviewSupport', { body: { id, result: 'answer', answer: '63 A' } });
    expect(await applicant.call('technicalSupportGet', { path: { id } })).toMatchObject({
      ...{ status: 'answered', answer: '63 A', inquiryPersonId: null },
    });
  });
});

describe('feedback', () => {
  it('can be sent ten times a day by a user, and is answered', async () => {
    const sender = await seat('operator');
    const send = (text: string) => ask(sender, 'addUserFeedback', { body: { kind: 'wish', text } });
    for (let at = 1; at <= MOST_A_DAY; at += 1) expect((await send(`Wish ${at}`)).status).toBe(200);
    expect(await send('One more')).toMatchObject({ status: 422 });
    const { records, total } = await sender.call('userFeedbackPage', {});
    expect(total).toBe(MOST_A_DAY);
    const [{ id, version } = { id: 0, version: 0 }] = records;
    const answer = { name: 'answer', version, form: { answer: 'Planned' } };
    const path = { entity: 'userFeedback', id };
    expect((await ask(sender, 'recordTransition', { path, body: answer })).status).toBe(403);
    await head.call('recordTransition', { path, body: answer });
    expect(await sender.call('userFeedbackGet', { path: { id } })).toMatchObject({
      state: 'answered',
      answer: 'Planned',
    });
    expect((await ask(seller, 'userFeedbackGet', { path: { id } })).status).toBe(404);
    const answered = await head.call('userFeedbackGet', { path: { id } });
    const late = { id, version: answered.version, text: 'Other' };
    expect((await ask(head, 'userFeedbackUpdate', { body: late })).status).toBe(409);
    const last = records.at(-1)!;
    expect((await ask(sender, 'userFeedbackDelete', { path: { id: last.id } })).status).toBe(403);
    await head.call('userFeedbackDelete', { path: { id: last.id } });
  });
});
