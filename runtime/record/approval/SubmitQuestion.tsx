import { later } from '../../kit/overlay/later.tsx';
import { useChoosing } from './choosing.ts';

const ChooseDialog = later(() => import('./ChooseDialog.tsx'));

/** Shows the question of a submission, whichever page started it. */
export function SubmitQuestion() {
  const isAsking = useChoosing(({ question }) => question !== null);
  return isAsking && <ChooseDialog />;
}
