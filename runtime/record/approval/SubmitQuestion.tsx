import { later } from '../../kit/overlay/later.tsx';
import { useChoosing } from './choosing.ts';

const ChooseDialog = later(() => import('./ChooseDialog.tsx'));

/** The dialog of a submission, for all pages. */
export function SubmitQuestion() {
  const isAsking = useChoosing(({ question }) => question !== null);
  return isAsking && <ChooseDialog />;
}
