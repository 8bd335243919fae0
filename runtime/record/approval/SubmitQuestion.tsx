import { later } from '../../kit/overlay/later.tsx';
import { useChoosing } from './choosing.ts';

const ChooseDialog = later(() => import('./ChooseDialog.tsx'));

/** Shows, in the frame, the question of a submission that any page began. */
export function SubmitQuestion() {
  const isAsking = useChoosing(({ question }) => question !== null);
  return isAsking && <ChooseDialog />;
}
