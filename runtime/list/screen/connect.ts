/** Registers the list of children for records. The modules that compose screens import this file for its effect. */
import { setChildList } from '../../record/screen/childLists.ts';

setChildList(() => import('./ChildList.tsx'));
