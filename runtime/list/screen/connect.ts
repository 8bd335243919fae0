/** Tells records how their children are listed; imported for its effect by what puts screens together. */
import { setChildList } from '../../record/screen/childLists.ts';

setChildList(() => import('./ChildList.tsx'));
