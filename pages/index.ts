import { setPageModules } from '../runtime/page/pageComponents.ts';

setPageModules(import.meta.glob('./*/*.tsx'));

// A page's new file joins the running product: loading it anew would miss definitions that are saved meanwhile.
import.meta.hot?.accept();
