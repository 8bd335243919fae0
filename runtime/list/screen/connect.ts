/** Registers the list of children for records as a side effect. Modules that compose screens import it. */
import { setChildList } from '../../record/screen/childLists.ts';

setChildList(() => import('./ChildList.tsx'));
