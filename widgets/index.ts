import { setWidgetModules } from '../runtime/board/loaders.ts';

setWidgetModules(import.meta.glob('./*/index.ts'));

// As with pages: a widget's new file joins the running product.
import.meta.hot?.accept();
