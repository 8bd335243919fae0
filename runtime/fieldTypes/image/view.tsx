import { useLang } from '../../kit/i18n/index.ts';
import type { FieldView, ShownProps } from '../views.ts';
import './image.css';

function ImageShown({ field, value }: ShownProps) {
  const lang = useLang();
  return <img className="wd-shown-image" src={String(value)} alt={field.title?.[lang] ?? ''} />;
}

export const view: FieldView = { Shown: ImageShown };
