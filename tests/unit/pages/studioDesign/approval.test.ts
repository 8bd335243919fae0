import { expect, it } from 'vitest';
import {
  addApproval,
  changeApproval,
  dropApproval,
  setFollowing,
} from '../../../../pages/studio/parts/design/approval/approvals.ts';
import { tabOfProblem } from '../../../../pages/studio/parts/design/Designer.tsx';
import { documentOf, fieldsOf } from '../../../../pages/studio/parts/design/entityDoc.ts';
import { newRecord } from '../../../../pages/studio/parts/design/newDocument.ts';
import { makeTemplate } from '../../../../server/engine/studio/answers.ts';
import { checkStudio } from '../../../../server/engine/studio/check.ts';
import { readRepository } from '../../../../server/engine/studio/repository.ts';

const repository = readRepository();
const { definitions } = repository;
const context = { repository, definitions, holding: [], operations: [], tables: new Set<string>() };
const title = { zh: '用车', en: 'Trip' };
const trip = newRecord(makeTemplate('entity', 'carTrip'), { title, group: 'appliance' });

it('begins with the manager of who submits, and a field that lists show', () => {
  const approved = addApproval(trip);
  expect(checkStudio(context, 'entity', null, documentOf(approved))).toEqual([]);
  expect(approved.approval).toMatchObject({ field: 'approval', steps: [{ by: { manager: true } }] });
  expect(approved.list.columns).toContain('approval');
});

it('keeps the field when it is removed, since records have values', () => {
  const left = dropApproval(addApproval(trip));
  expect(left.approval).toBeUndefined();
  expect(fieldsOf(left)).toHaveProperty('approval');
});

it('is followed by moves, and forgets them when none is left', () => {
  const followed = setFollowing(addApproval(trip), 'agreed', 'finish');
  expect(followed.approval?.moves).toEqual({ agreed: 'finish' });
  expect(setFollowing(followed, 'agreed', undefined).approval?.moves).toBeUndefined();
  expect(changeApproval(trip, { withdraw: false })).toBe(trip);
});

it('shows its problems on its own tab', () => {
  expect(tabOfProblem('entity', '/approval/steps/0/by')).toBe('approval');
});
