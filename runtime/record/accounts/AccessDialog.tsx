import '../../core/definitions/allEntities.ts';
import type { ReactNode } from 'react';
import { entityOf } from '../../core/definitions/entities.ts';
import { recordName } from '../../form/values/recordName.ts';
import { later } from '../../kit/overlay/later.tsx';
import type { AccessQuestion, AccessRecord } from './useAccessItems.ts';

const ResetPassword = later(async () => ({ default: (await import('./ResetPassword.tsx')).ResetPassword }));
const RightsDialog = later(async () => ({ default: (await import('./RightsDialog.tsx')).RightsDialog }));
const SignInDialog = later(async () => ({ default: (await import('./SignInDialog.tsx')).SignInDialog }));
const WhyNot = later(() => import('../../form/why/WhyNot.tsx'));

interface Props {
  question: AccessQuestion;
  entity: string;
  record: AccessRecord;
  onClose(): void;
}

/** Renders the dialog of the chosen access item. */
export function AccessDialog({ question, entity: name, record, onClose }: Props) {
  const entity = entityOf(name);
  const label = recordName(entity, record) ?? String(record.id);
  const dialogs: Record<AccessQuestion, () => ReactNode> = {
    reset: () => <ResetPassword id={record.id} name={label} onClose={onClose} />,
    signIn: () => <SignInDialog id={record.id} name={label} onClose={onClose} />,
    rights: () => <RightsDialog id={record.id} name={label} onClose={onClose} />,
    may: () => <WhyNot person={{ id: record.id, name: label }} onClose={onClose} />,
    why: () => <WhyNot entity={entity} id={record.id} onClose={onClose} />,
  };
  return dialogs[question]();
}
