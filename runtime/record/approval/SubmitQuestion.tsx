import { later } from '../../kit/overlay/later.tsx';
import { useChoosing } from './choosing.ts';

const ChooseDialog = later(() => import('./ChooseDialog.tsx'));

/** Stands in the frame: shows the question of a submission wherever it was begun. */
export function SubmitQuestion() {
  const isAsking = useChoosing(({ question }) => question !== null);
  return isAsking && <ChooseDialog />;
}
