/** Gives records the list of their children; the modules that compose screens import it for its effect. */
import { setChildList } from '../../record/screen/childLists.ts';

setChildList(() => import('./ChildList.tsx'));
