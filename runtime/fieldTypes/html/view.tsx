import { htmlText } from '../../core/text/htmlText.ts';
import { later } from '../../kit/overlay/later.tsx';
import type { FieldView, ShownProps } from '../views.ts';

/** Loads the sanitiser on demand. */
const RichText = later(
  () => import('./RichText.tsx'),
  ({ html }) => htmlText(html),
);

const HtmlShown = ({ value }: ShownProps) => <RichText html={String(value)} />;

export const view: FieldView = { Shown: HtmlShown };
